import { chain, map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import { createUser } from "../../../application/users/create-user";
import { deactivateSelf } from "../../../application/users/deactivate-self";
import { deactivateUser } from "../../../application/users/deactivate-user";
import type { OwnUser } from "../../../application/users/fetch-own-user";
import { fetchOwnUser } from "../../../application/users/fetch-own-user";
import type { UserFound } from "../../../application/users/fetch-user";
import { fetchUser } from "../../../application/users/fetch-user";
import { listUsers } from "../../../application/users/list-users";
import { reactivateUser } from "../../../application/users/reactivate-user";
import type { UserUpdate } from "../../../application/users/update-user";
import { updateUser } from "../../../application/users/update-user";
import { allows } from "../../../domain/role";
import { naturalUserIds, userAddress, userId } from "../codecs/naming";
import { type Decoded, optional, required, withDefault } from "../codecs/parameter";
import { profileValues } from "../codecs/profile-fields";
import { role } from "../codecs/role";
import { bool, json, text, textUpTo } from "../codecs/wire-type";
import { encodeUser } from "../encode/user";
import { done, endpoint } from "../endpoint";
import type { RealmFacts } from "../request-context";

const clientGravatar = withDefault(bool, true);
const includeProfile = withDefault(bool, false);
const user = { type: "object", description: "A user, §2.2" };

const listUsersEndpoint = endpoint({
  method: "get",
  at: "/users",
  caller: "user",
  summary: "List everyone in the organization",
  path: {},
  params: {
    client_gravatar: clientGravatar,
    include_custom_profile_fields: includeProfile,
    user_ids: optional(naturalUserIds),
  },
  response: { members: { type: "array", items: user } },
  use: listUsers,
  run: (listUsers, { caller, realm }, given) =>
    map(({ users, reader }: { users: readonly UserFound["user"][]; reader: UserFound["user"] }) => ({
      members: users.map((one) =>
        encodeUser(
          one,
          { user: reader, realm, clientGravatar: given.client_gravatar },
          given.include_custom_profile_fields,
        ),
      ),
    }))(listUsers(caller, given.user_ids)),
});

const createUserEndpoint = endpoint({
  method: "post",
  at: "/users",
  caller: "user",
  summary: "Make an account. Administrators only",
  path: {},
  params: { email: required(text), full_name: required(text), password: required(text) },
  response: { user_id: { type: "integer" } },
  use: createUser,
  run: (createUser, { caller }, { email, full_name, password }) =>
    map((userId: number) => ({ user_id: userId }))(
      createUser(caller, { email, fullName: full_name, password }),
    ),
});

const fetchOwnUserEndpoint = endpoint({
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
  use: fetchOwnUser,
  run: (fetchOwnUser, { caller, realm }) =>
    map(({ user: own, newestMessageId }: OwnUser) => ({
      ...encodeUser(own, { user: own, realm, clientGravatar: false }, true),
      is_moderator: allows(own.role, "moderator"),
      max_message_id: newestMessageId ?? -1,
    }))(fetchOwnUser(caller)),
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

const fetchUserEndpoint = endpoint({
  method: "get",
  at: "/users/{user_id}",
  caller: "user",
  summary: "One user by id",
  path: { user_id: required(userId) },
  params: fetchParameters,
  response: { user },
  use: fetchUser,
  run: (fetchUser, { caller, realm }, given) =>
    map(encodeFound(realm, given))(fetchUser(caller, given.user_id)),
});

const updateParameters = {
  full_name: optional(text),
  role: optional(role),
  profile_data: withDefault(profileValues, []),
  new_email: optional(text),
};

const updateOf = (given: Decoded<typeof updateParameters>): UserUpdate => ({
  fullName: given.full_name,
  role: given.role,
  profile: given.profile_data,
  newEmail: given.new_email,
});

const updateUserEndpoint = endpoint({
  method: "patch",
  at: "/users/{user_id}",
  section: "4.8",
  caller: "user",
  summary: "Change a user. Administrators only",
  path: { user_id: required(userId) },
  params: updateParameters,
  response: {},
  use: updateUser,
  run: (updateUser, { caller }, given) => done(updateUser(caller, given.user_id, updateOf(given))),
});

const updateUserByEmailEndpoint = endpoint({
  method: "patch",
  at: "/users/{email}",
  section: "4.8",
  caller: "user",
  summary: "Change a user, by address. Administrators only",
  path: { email: required(userAddress) },
  params: updateParameters,
  response: {},
  use: { fetchUser, updateUser },
  run: ({ fetchUser, updateUser }, { caller, realm }, { email, ...given }) =>
    done(
      chain(({ user: found }: UserFound) => updateUser(caller, found.id, updateOf(given)))(
        fetchUser(caller, { email, realmHost: realm.host }),
      ),
    ),
});

const actions = json(
  t.partial({
    delete_profile: t.boolean,
    delete_public_channel_messages: t.boolean,
    delete_private_channel_messages: t.boolean,
    delete_direct_messages: t.boolean,
  }),
);

const deactivateUserEndpoint = endpoint({
  method: "delete",
  at: "/users/{user_id}",
  section: "4.12",
  caller: "user",
  summary: "End an account. Administrators only",
  path: { user_id: required(userId) },
  params: {
    actions: withDefault(actions, {}),
    deactivation_notification_comment: optional(textUpTo(2000)),
  },
  response: {},
  use: deactivateUser,
  run: (deactivateUser, { caller }, given) =>
    done(
      deactivateUser(caller, {
        userId: given.user_id,
        comment: given.deactivation_notification_comment,
        actions: {
          deleteProfile: given.actions.delete_profile ?? false,
          deletePublicChannelMessages: given.actions.delete_public_channel_messages ?? false,
          deletePrivateChannelMessages: given.actions.delete_private_channel_messages ?? false,
          deleteDirectMessages: given.actions.delete_direct_messages ?? false,
        },
      }),
    ),
});

const deactivateSelfEndpoint = endpoint({
  method: "delete",
  at: "/users/me",
  caller: "user",
  forPeopleOnly: true,
  summary: "End the caller's own account",
  path: {},
  params: {},
  response: {},
  use: deactivateSelf,
  run: (deactivateSelf, { caller }) => done(deactivateSelf(caller)),
});

const reactivateUserEndpoint = endpoint({
  method: "post",
  at: "/users/{user_id}/reactivate",
  section: "3",
  caller: "user",
  summary: "Bring an account back. Administrators only",
  path: { user_id: required(userId) },
  params: {},
  response: {},
  use: reactivateUser,
  run: (reactivateUser, { caller }, given) => done(reactivateUser(caller, given.user_id)),
});

const fetchUserByEmailEndpoint = endpoint({
  method: "get",
  at: "/users/{email}",
  section: "4.4",
  caller: "user",
  summary: "One user by address",
  path: { email: required(userAddress) },
  params: fetchParameters,
  response: { user },
  use: fetchUser,
  run: (fetchUser, { caller, realm }, given) =>
    map(encodeFound(realm, given))(fetchUser(caller, { email: given.email, realmHost: realm.host })),
});

export const userEndpoints = [
  listUsersEndpoint,
  createUserEndpoint,
  fetchOwnUserEndpoint,
  fetchUserEndpoint,
  fetchUserByEmailEndpoint,
  updateUserEndpoint,
  updateUserByEmailEndpoint,
  deactivateUserEndpoint,
  deactivateSelfEndpoint,
  reactivateUserEndpoint,
];
