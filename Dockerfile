# The single executable in an image without Node: docker build -t tripact . && docker run --rm tripact check
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build:binary

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /src/dist-binary/tripact /usr/local/bin/tripact
WORKDIR /work
EXPOSE 4010
ENTRYPOINT ["/usr/local/bin/tripact"]
CMD ["sandbox", "--host", "0.0.0.0", "--port", "4010"]
