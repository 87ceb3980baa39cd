import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { createUser } from "../../../../application/accounts/create-user";
import type { UserUpdate } from "../../../../application/accounts/update-user";
import { updateUser } from "../../../../application/accounts/update-user";
import { fetchOwnUser } from "../../../../application/users/fetch-own-user";
import type { UserFound } from "../../../../application/users/fetch-user";
import { fetchUser } from "../../../../application/users/fetch-user";
import { listPublicUsers } from "../../../../application/users/list-public-users";
import { listUsers } from "../../../../application/users/list-users";
import { allows } from "../../../../domain/users/role";
import type { User } from "../../../../domain/users/user";
import { userAddress, userId, userIds } from "../../../zulip-wire/codecs/named-parameters";
import { type Decoded, optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { profileValues } from "../../../zulip-wire/codecs/profile-fields";
import { role } from "../../../zulip-wire/codecs/role";
import { bool, text } from "../../../zulip-wire/codecs/wire-type";
import { encodeUser, type Reader } from "../../../zulip-wire/encode/user";
import { everyoneIn } from "../../../zulip-wire/encode/user-lists";
import { writeUsers } from "../../../zulip-wire/encode/write-users";
import { EncodedList, JsonList } from "../../../zulip-wire/json";
import type { RealmInfo } from "../../../zulip-wire/server-info";
import { done, endpoint } from "../../declaration/endpoint";
import { confirmationOf, confirmationParameters } from "./confirmation";
import { fewValues } from "./profile-fields";

const clientGravatar = withDefault(bool, true);
const includeProfile = withDefault(bool, false);
const user = { type: "object", description: "A user, §2.2" };

const listUsersEndpoint = endpoint({
  method: "get",
  at: "/users",
  caller: "spectator",
  summary: "List everyone in the organization",
  path: {},
  params: {
    client_gravatar: clientGravatar,
    include_custom_profile_fields: includeProfile,
    user_ids: optional(userIds),
  },
  response: { members: { type: "array", items: user } },
  use: { listPublicUsers, listUsers },
  run: ({ listPublicUsers, listUsers }, { realm, signedIn }, input) => {
    const encode = (users: readonly User[], reader: Reader, includeProfile: boolean) => ({
      members: new JsonList(users, (one) => encodeUser(one, reader, includeProfile)),
    });
    if (signedIn === undefined) {
      const reader = { user: undefined, realm, clientGravatar: false };
      return pipe(
        listPublicUsers(realm.id, input.user_ids),
        TE.map((users) => encode(users, reader, false)),
      );
    }
    const { client_gravatar, include_custom_profile_fields } = input;
    return pipe(
      listUsers(signedIn.caller, input.user_ids),
      TE.map(({ state, users, reader: user, isEverybody }) => {
        const reader = { user, realm, clientGravatar: client_gravatar };
        if (!isEverybody) return encode(users, reader, include_custom_profile_fields);
        const { withProfiles, withoutProfiles } = writeUsers;
        const written = include_custom_profile_fields ? withProfiles : withoutProfiles;
        return { members: new EncodedList(written(everyoneIn(state).accounts, reader)) };
      }),
    );
  },
});

const createUserEndpoint = endpoint({
  method: "post",
  at: "/users",
  caller: "user",
  cost: "password",
  summary: "Create an account. Administrators only",
  path: {},
  params: { email: required(text), full_name: required(text), password: required(text) },
  response: { user_id: { type: "integer" } },
  use: createUser,
  run: (createUser, { caller }, { email, full_name, password }) =>
    pipe(
      createUser(caller, { email, fullName: full_name, password }),
      TE.map((userId) => ({ user_id: userId })),
    ),
});

const fetchOwnUserEndpoint = endpoint({
  method: "get",
  at: "/users/me",
  caller: "user",
  summary: "Get the caller's account",
  path: {},
  params: {},
  response: {
    user_id: { type: "integer" },
    email: { type: "string" },
    full_name: { type: "string" },
    max_message_id: { type: "integer" },
  },
  use: fetchOwnUser,
  run: (fetchOwnUser, { caller, realm }) =>
    pipe(
      fetchOwnUser(caller),
      TE.map(({ user, newestMessageId }) => ({
        ...encodeUser(user, { user, realm, clientGravatar: false }, true),
        is_moderator: allows(user.role, "moderator"),
        max_message_id: newestMessageId ?? -1,
      })),
    ),
});

const fetchParameters = { client_gravatar: clientGravatar, include_custom_profile_fields: includeProfile };

const encodeFound =
  (realm: RealmInfo, input: { client_gravatar: boolean; include_custom_profile_fields: boolean }) =>
  ({ user: found, reader }: UserFound) => ({
    user: encodeUser(
      found,
      { user: reader, realm, clientGravatar: input.client_gravatar },
      input.include_custom_profile_fields,
    ),
  });

const fetchUserEndpoint = endpoint({
  method: "get",
  at: "/users/{user_id}",
  caller: "user",
  summary: "Get a user by id",
  path: { user_id: required(userId) },
  params: fetchParameters,
  response: { user },
  use: fetchUser,
  run: (fetchUser, { caller, realm }, input) =>
    pipe(fetchUser(caller, input.user_id), TE.map(encodeFound(realm, input))),
});

const updateParameters = {
  full_name: optional(text),
  role: optional(role),
  profile_data: withDefault(profileValues, []),
  new_email: optional(text),
  ...confirmationParameters,
};

const updateOf = (sessionId: string | undefined, input: Decoded<typeof updateParameters>): UserUpdate => ({
  fullName: input.full_name,
  role: input.role,
  profile: input.profile_data,
  newEmail:
    input.new_email === undefined
      ? undefined
      : { address: input.new_email, confirmation: confirmationOf(sessionId, input) },
});

const updateUserEndpoint = endpoint({
  method: "patch",
  at: "/users/{user_id}",
  section: "4.8",
  caller: "user",
  bulkBeyond: { profile_data: fewValues },
  summary: "Change a user. Administrators only. With a session, a new address requires `password`",
  path: { user_id: required(userId) },
  params: updateParameters,
  response: {},
  use: updateUser,
  run: (updateUser, { caller, sessionId }, input) =>
    done(updateUser(caller, input.user_id, updateOf(sessionId, input))),
});

const updateUserByEmailEndpoint = endpoint({
  method: "patch",
  at: "/users/{email}",
  section: "4.8",
  caller: "user",
  bulkBeyond: { profile_data: fewValues },
  summary: "Change a user, by email address. Administrators only",
  path: { email: required(userAddress) },
  params: updateParameters,
  response: {},
  use: { fetchUser, updateUser },
  run: ({ fetchUser, updateUser }, { caller, sessionId, realm }, input) =>
    done(
      pipe(
        fetchUser(caller, { email: input.email, realmHost: realm.host }),
        TE.chain(({ user: found }) => updateUser(caller, found.id, updateOf(sessionId, input))),
      ),
    ),
});

const fetchUserByEmailEndpoint = endpoint({
  method: "get",
  at: "/users/{email}",
  section: "4.4",
  caller: "user",
  summary: "Get a user by email address",
  path: { email: required(userAddress) },
  params: fetchParameters,
  response: { user },
  use: fetchUser,
  run: (fetchUser, { caller, realm }, input) =>
    pipe(fetchUser(caller, { email: input.email, realmHost: realm.host }), TE.map(encodeFound(realm, input))),
});

export const userEndpoints = [
  listUsersEndpoint,
  createUserEndpoint,
  fetchOwnUserEndpoint,
  fetchUserEndpoint,
  fetchUserByEmailEndpoint,
  updateUserEndpoint,
  updateUserByEmailEndpoint,
];
