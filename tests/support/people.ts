import type { User } from "../../src/domain/user";
import { aUser } from "./builders";
import type { Client, TestServer } from "./http-application";

/** Somebody in no channel, who was never greeted: a guest, a bot, somebody deactivated ... */
export const addUser = async (server: TestServer, more: Partial<User> = {}): Promise<Client> => {
  const { users } = await server.services.directory.of(server.realmId);
  const user = aUser({ id: Math.max(...users.keys()) + 1, ...more });
  await server.append({ type: "user_created", user });
  return server.clientOf(user);
};
