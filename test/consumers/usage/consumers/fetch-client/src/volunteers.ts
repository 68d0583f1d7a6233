import createClient from "openapi-fetch";
import type { paths } from "../contract/volunteer.ts";

const client = createClient<paths>({ baseUrl: "https://volunteers.example.org" });

export const volunteerCount = async (): Promise<number> => {
  const { data } = await client.GET("/v1/users", { params: { query: { per_page: 1 } } });
  return data?.meta.total ?? 0;
};

export const emailsOf = async (): Promise<readonly string[]> => {
  const { data } = await client.GET("/v1/users", { params: { query: { per_page: 100 } } });
  const users = data?.data ?? [];
  return users.map(({ email }) => email).filter((email) => email != null);
};

export const invite = async (name: string, email: string): Promise<boolean> => {
  const { response } = await client.POST("/v1/users", { body: { name, email } });
  return response.ok;
};
