import type { User } from "../../../src/domain/users/user";
import { aUser } from "../builders/entities";
import type { Client, TestServer } from "./http-application";

/** A user in no channel who got no welcome message, such as a guest, a bot or a deactivated user. */
export const addUser = async (server: TestServer, more: Partial<User> = {}): Promise<Client> => {
  const { users } = await server.services.directory.stateOf(server.realmId);
  const user = aUser({ id: Math.max(...users.keys()) + 1, ...more });
  await server.append({ type: "user_created", user });
  return server.clientOf(user);
};
