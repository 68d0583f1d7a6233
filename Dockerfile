# The single executable in an image without Node: docker build -t tripact . && docker run --rm tripact check
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build:binary

FROM gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f
COPY --from=build /src/dist-binary/tripact /usr/local/bin/tripact
WORKDIR /work
EXPOSE 4010
ENTRYPOINT ["/usr/local/bin/tripact"]
CMD ["sandbox", "--host", "0.0.0.0", "--port", "4010"]
