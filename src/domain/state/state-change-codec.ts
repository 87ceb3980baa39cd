import { isRight } from "fp-ts/Either";
import * as t from "io-ts";
import { allowedDomainCodec } from "../allowed-domain";
import { loggedChannelCodec } from "../channel";
import { channelFolderCodec } from "../channel-folder";
import {
  type Codec,
  dictionary,
  entity,
  type Fields,
  listOf,
  type Member,
  nullable,
  oneOf,
  optional,
  tagged,
  withDefaults,
} from "../codec";
import { defaultChannelGroupCodec } from "../default-channel-group";
import { invitationCodec } from "../invitation";
import { linkifierCodec } from "../linkifier";
import { playgroundCodec } from "../playground";
import { profileFieldCodec, profileValueCodec } from "../profile-field";
import { clientDeviceCodec, pushTokenCodec, type UserDevices } from "../push-device";
import { realmCodec } from "../realm";
import { realmEmojiCodec } from "../realm-emoji";
import { subscriptionCodec } from "../subscription";
import { laterUserFields, userCodec } from "../user";
import { userGroupCodec } from "../user-group";
import type { StateChange } from "./state-change";

type Part = StateChange["part"];
type ChangeOf<P extends Part> = Member<StateChange, "part", P>;

const userDevicesCodec = entity<UserDevices>({
  devices: listOf(clientDeviceCodec),
  tokens: listOf(pushTokenCodec),
});

/** The codec of each part's changes, from those of their fields besides the part. */
const changeCodecs = (
  fields: {
    readonly [P in Part]: Omit<Fields<ChangeOf<P>>, "part">;
  },
): { readonly [P in Part]: Codec<ChangeOf<P>> } =>
  Object.fromEntries(
    Object.entries<object>(fields).map(([part, own]) => [
      part,
      entity({ part: oneOf(part), ...own } as Fields<{ part: string }>),
    ]),
  ) as unknown as { readonly [P in Part]: Codec<ChangeOf<P>> };

const byId = <A>(codec: Codec<A>) => ({ id: t.number, value: nullable(codec) });

const groupCodec = entity<NonNullable<ChangeOf<"groups">["value"]>>({
  ...userGroupCodec.fields,
  members: optional(listOf(t.number)),
});

const undoCodec = listOf(
  tagged<StateChange, "part">(
    "part",
    changeCodecs({
      users: byId(withDefaults(userCodec, laterUserFields)),
      groups: byId(groupCodec),
      channels: byId(loggedChannelCodec),
      domains: byId(allowedDomainCodec),
      emoji: byId(realmEmojiCodec),
      invitations: byId(invitationCodec),
      pushDevices: byId(userDevicesCodec),
      acquaintances: byId(listOf(t.number)),
      realm: { value: realmCodec },
      defaultChannels: { value: listOf(t.number) },
      defaultChannelGroups: { value: listOf(defaultChannelGroupCodec) },
      channelFolders: { value: listOf(channelFolderCodec) },
      profileFields: { value: listOf(profileFieldCodec) },
      linkifiers: { value: listOf(linkifierCodec) },
      playgrounds: { value: listOf(playgroundCodec) },
      subscriptions: { userId: t.number, channelId: t.number, value: nullable(subscriptionCodec) },
      profileValues: { fieldId: t.number, values: dictionary(nullable(profileValueCodec)) },
      members: { groupId: t.number, op: oneOf("add", "remove"), userIds: listOf(t.number) },
    }),
  ),
);

/** What the log stored to take events back; undefined where this version of the program can't read it. */
export const readUndos = (stored: readonly unknown[]): readonly (readonly StateChange[])[] | undefined => {
  const undos: (readonly StateChange[])[] = [];
  for (const undo of stored) {
    const read = undoCodec.decode(undo);
    if (!isRight(read)) return undefined;
    undos.push(read.right);
  }
  return undos;
};
