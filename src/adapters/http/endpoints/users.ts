import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import type { OwnUser } from "../../../application/users/fetch-own-user";
import type { UserFound } from "../../../application/users/fetch-user";
import { allows } from "../../../domain/role";
import { optional, required, withDefault } from "../codecs/parameter";
import { bool, json, nat, natural, text } from "../codecs/wire-type";
import { encodeUser } from "../encode/user";
import { endpoint } from "../endpoint";
import type { RealmFacts } from "../request-context";

const clientGravatar = withDefault(bool, true);
const includeProfile = withDefault(bool, false);
const user = { type: "object", description: "A user, §2.2" };

export const listUsers = endpoint({
  method: "get",
  at: "/users",
  caller: "user",
  summary: "List everyone in the organization",
  path: {},
  params: {
    client_gravatar: clientGravatar,
    include_custom_profile_fields: includeProfile,
    user_ids: optional(json(t.array(natural))),
  },
  response: { members: { type: "array", items: user } },
  run: (app, { caller, realm }, given) =>
    map(({ users, reader }: { users: readonly UserFound["user"][]; reader: UserFound["user"] }) => ({
      members: users.map((one) =>
        encodeUser(
          one,
          { user: reader, realm, clientGravatar: given.client_gravatar },
          given.include_custom_profile_fields,
        ),
      ),
    }))(app.users.list(caller, given.user_ids)),
});

export const createUser = endpoint({
  method: "post",
  at: "/users",
  caller: "user",
  summary: "Make an account. Administrators only",
  path: {},
  params: { email: required(text), full_name: required(text), password: required(text) },
  response: { user_id: { type: "integer" } },
  run: (app, { caller }, { email, full_name, password }) =>
    map((userId: number) => ({ user_id: userId }))(
      app.users.create(caller, { email, fullName: full_name, password }),
    ),
});

export const fetchOwnUser = endpoint({
  method: "get",
  at: "/users/me",
  caller: "user",
  summary: "The caller's own user",
  path: {},
  params: {},
  response: {
    user_id: { type: "integer" },
    email: { type: "string" },
    full_name: { type: "string" },
    max_message_id: { type: "integer" },
  },
  run: (app, { caller, realm }) =>
    map(({ user: own, newestMessageId }: OwnUser) => ({
      ...encodeUser(own, { user: own, realm, clientGravatar: false }, true),
      is_moderator: allows(own.role, "moderator"),
      max_message_id: newestMessageId ?? -1,
    }))(app.users.fetchOwn(caller)),
});

const fetchParameters = { client_gravatar: clientGravatar, include_custom_profile_fields: includeProfile };

const encodeFound =
  (realm: RealmFacts, given: { client_gravatar: boolean; include_custom_profile_fields: boolean }) =>
  ({ user: found, reader }: UserFound) => ({
    user: encodeUser(
      found,
      { user: reader, realm, clientGravatar: given.client_gravatar },
      given.include_custom_profile_fields,
    ),
  });

export const fetchUser = endpoint({
  method: "get",
  at: "/users/{user_id}",
  caller: "user",
  summary: "One user by id",
  path: { user_id: required(nat) },
  params: fetchParameters,
  response: { user },
  run: (app, { caller, realm }, given) =>
    map(encodeFound(realm, given))(app.users.fetch(caller, given.user_id)),
});

export const fetchUserByEmail = endpoint({
  method: "get",
  at: "/users/{email}",
  section: "4.4",
  caller: "user",
  summary: "One user by address",
  path: { email: required(text) },
  params: fetchParameters,
  response: { user },
  run: (app, { caller, realm }, given) =>
    map(encodeFound(realm, given))(app.users.fetch(caller, { email: given.email, realmHost: realm.host })),
});
