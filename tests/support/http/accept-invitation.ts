import request from "supertest";
import type { Client, TestServer } from "./http-application";

/** Creates the account for the last invitation mailed to the address, as a browser does. */
export const acceptInvitation = async (
  server: TestServer,
  email: string,
  fullName: string,
  choices: Readonly<Record<string, string>> = {},
): Promise<Client> => {
  const mail = (await server.mails()).findLast((one) => one.startsWith(`Mail to ${email},`)) ?? "";
  const [, path = ""] = /http:\/\/chat\.example\.com(\/join\/\S+)/.exec(mail) ?? [];
  const browser = request.agent(server.http).set("Host", "chat.example.com");
  const page = await browser.get(path);
  const [, csrfmiddlewaretoken = ""] = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page.text) ?? [];
  const account = { full_name: fullName, password: "seven blue elephants" };
  const form = { csrfmiddlewaretoken, ...account, ...choices };
  await browser.post(path).type("form").send(form).expect(303);
  const user = (await server.services.directory.newest(server.realmId)).userByEmail(email);
  if (user === undefined) throw new Error(`Nobody joined with ${email}`);
  return server.clientOf(user);
};
