import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import { channelFolderCodec } from "../channel-folders/channel-folder";
import { loggedChannelCodec } from "../channels/channel";
import { defaultChannelGroupCodec } from "../channels/default-channel-group";
import { subscriptionCodec } from "../channels/subscription";
import {
  type Codec,
  dictionary,
  entity,
  listOf,
  nullable,
  oneOf,
  optional,
  withDefaults,
} from "../codec/codec";
import { type Member, memberCodecs, tagged } from "../codec/tagged";
import { allowedDomainCodec } from "../domains/allowed-domain";
import { realmEmojiCodec } from "../emoji/realm-emoji";
import { userGroupCodec } from "../groups/user-group";
import { channelIdCodec, groupIdCodec, profileFieldIdCodec, userIdCodec } from "../ids";
import { invitationCodec } from "../invitations/invitation";
import { linkifierCodec } from "../linkifiers/linkifier";
import { playgroundCodec } from "../playgrounds/playground";
import { profileFieldCodec, profileValueCodec } from "../profile-fields/profile-field";
import { clientDeviceCodec, pushTokenCodec, type UserDevices } from "../push/push-device";
import { realmCodec } from "../realm/realm";
import { laterUserFields, userCodec } from "../users/user";
import type { StateChange } from "./state-change";

const userDevicesCodec = entity<UserDevices>({
  devices: listOf(clientDeviceCodec),
  tokens: listOf(pushTokenCodec),
});

const byId = <A>(codec: Codec<A>) => ({ id: t.number, value: nullable(codec) });

const groupCodec = entity<NonNullable<Member<StateChange, "part", "groups">["value"]>>({
  ...userGroupCodec.fields,
  members: optional(listOf(userIdCodec)),
});

const undoCodec = listOf(
  tagged<StateChange, "part">(
    "part",
    memberCodecs<StateChange, "part">("part", {
      users: byId(withDefaults(userCodec, laterUserFields)),
      groups: byId(groupCodec),
      channels: byId(loggedChannelCodec),
      domains: byId(allowedDomainCodec),
      emoji: byId(realmEmojiCodec),
      invitations: byId(invitationCodec),
      pushDevices: byId(userDevicesCodec),
      acquaintances: byId(listOf(userIdCodec)),
      realm: { value: realmCodec },
      defaultChannels: { value: listOf(channelIdCodec) },
      defaultChannelGroups: { value: listOf(defaultChannelGroupCodec) },
      channelFolders: { value: listOf(channelFolderCodec) },
      profileFields: { value: listOf(profileFieldCodec) },
      linkifiers: { value: listOf(linkifierCodec) },
      playgrounds: { value: listOf(playgroundCodec) },
      subscriptions: { userId: userIdCodec, channelId: channelIdCodec, value: nullable(subscriptionCodec) },
      profileValues: { fieldId: profileFieldIdCodec, values: dictionary(nullable(profileValueCodec)) },
      members: { groupId: groupIdCodec, op: oneOf("add", "remove"), userIds: listOf(userIdCodec) },
    }),
  ),
);

/** The changes that revert an event, as the log stores them. */
export const encodeUndo = (undo: readonly StateChange[]): unknown => undoCodec.encode(undo);

/** Decodes the stored changes that revert events; undefined where this version can't read them. */
export const readUndos = (stored: readonly unknown[]): readonly (readonly StateChange[])[] | undefined =>
  pipe(
    stored,
    E.traverseArray((undo) => undoCodec.decode(undo)),
    E.matchW(
      () => undefined,
      (undos) => undos,
    ),
  );
