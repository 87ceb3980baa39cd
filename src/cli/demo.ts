import { randomBytes } from "node:crypto";
import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { createUser } from "../application/accounts/create-user";
import { updateSettingsOfUsers } from "../application/accounts/update-settings-of-users";
import type { ApiError } from "../application/api-error";
import { bindUseCases, type Needs } from "../application/bind-use-cases";
import type { Caller } from "../application/caller";
import { subscribe } from "../application/channels/subscribe";
import { createGroup } from "../application/groups/create-group";
import { changeFlags } from "../application/messages/change-flags";
import { fetchMessages } from "../application/messages/fetch-messages";
import { sendMessage } from "../application/messages/send-message";
import { createRealm } from "../application/realm/create-realm";
import { findRealmBySubdomain } from "../application/realm/find-realm-by-subdomain";
import { readRealmState } from "../application/realm/read-realm-state";
import { printNewRealm } from "../composition/components/first-realm";
import type { Services } from "../composition/open-services";
import { defaultChannelDraft } from "../domain/channels/channel-draft";
import type { UserId } from "../domain/ids";
import { realmUrl } from "../domain/realm/realm-address";
import type { RealmState } from "../domain/state/realm-state";
import { channels } from "./demo/channels";
import { beginning, type DemoClock, timeOfMessage } from "./demo/demo-clock";
import type { DemoOptions } from "./demo/demo-options";
import { groups, people, type Who } from "./demo/people";
import { conversation, everyone, pick, seeded } from "./demo/plan";

const client = "Parley demo";
const domain = "example.com";
const ownerOfNewRealm = `demo@${domain}`;

const bind = bindUseCases({
  changeFlags,
  createGroup,
  createUser,
  fetchMessages,
  createRealm,
  findRealmBySubdomain,
  readRealmState,
  sendMessage,
  subscribe,
  updateSettingsOfUsers,
});
type UseCases = ReturnType<typeof bind>;

/**
 * Fills the realm at the subdomain with users, channels, messages and groups, once; creates it if there is
 * none. Refuses a realm that others made, unless asked to fill it.
 */
export const fillDemo = async (
  services: Needs<typeof bind> & Pick<Services, "siteUrl">,
  clock: DemoClock,
  { subdomain, intoExisting = false }: DemoOptions,
): Promise<void> => {
  const useCases = bind(services);
  const known = await realmAt(useCases, subdomain);
  const now = clock.now();
  // An organization that others already use gets everything dated now: its messages are in order of time.
  if (known === undefined) clock.set(beginning(now));
  const realmId = known ?? (await newRealm(useCases, subdomain));
  const state = await useCases.readRealmState(realmId);
  // Groups are created last: once they exist, everything does.
  if (groups.every(({ name }) => groupNamed(state, name))) {
    say("The demo already exists; nothing was changed.");
    return;
  }
  if (!intoExisting && !isOfDemo(state))
    throw new Error(
      `The organization "${state.realm.name}" isn't the demo's, so nothing was changed. Set PARLEY_DATA_DIR to another folder for the demo, or add its people and messages to this organization with --into-existing`,
    );
  const owner = [...state.users.values()].find((user) => user.role === "owner" && user.isActive);
  if (owner === undefined) throw new Error("The organization has no active owner");
  const asOwner: Caller = { realmId, userId: owner.id, client };
  await makePeople(useCases, asOwner);
  if (known === undefined) await stopMails(useCases, asOwner, [owner.id]);
  const callers = castOf(await useCases.readRealmState(realmId), asOwner);
  await makeChannels(useCases, callers);
  const sent = await talk(useCases, callers, (index, count) => {
    if (known === undefined) clock.set(timeOfMessage(index, count, now));
  });
  clock.set(undefined);
  await readAndStar(useCases, callers);
  await makeGroups(useCases, callers);
  say(
    `Added ${people.length} people, ${channels.length} channels, ${groups.length} groups and ${sent} messages.`,
  );
  say(`Log in at ${realmUrl(services.siteUrl(), { subdomain })} while the server runs.`);
};

type Cast = (who: Who) => Caller;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const orThrow = <A>(outcome: E.Either<ApiError, A>): A => {
  if (E.isLeft(outcome)) throw new Error(`The demo data can't be created: ${outcome.left.message}`);
  return outcome.right;
};

const done = async <A>(result: TaskEither<ApiError, A>): Promise<A> => orThrow(await result());

const realmAt = async (useCases: UseCases, subdomain: string): Promise<number | undefined> =>
  (await useCases.findRealmBySubdomain(subdomain))?.id;

/** Recognizes the demo by its owner's address: no mail reaches it, so nobody else founds an organization with it. */
const isOfDemo = (state: RealmState): boolean => state.userByEmail(ownerOfNewRealm)?.role === "owner";

const newRealm = async (useCases: UseCases, subdomain: string): Promise<number> => {
  const name = "Demo";
  const created = await done(
    useCases.createRealm({ name, subdomain, ownerEmail: ownerOfNewRealm, ownerName: "Demo Owner" }),
  );
  printNewRealm(name, ownerOfNewRealm, created.generatedPassword);
  return created.realmId;
};

const groupNamed = (state: RealmState, name: string) =>
  [...state.groups.values()].find((group) => group.name.toLowerCase() === name);

const makePeople = async (useCases: UseCases, asOwner: Caller): Promise<void> => {
  const state = await useCases.readRealmState(asOwner.realmId);
  const missing = people.filter(({ email }) => state.userByEmail(email) === undefined);
  if (missing.length === 0) return;
  const password = randomBytes(12).toString("base64url");
  say(`Password of ${missing.map(({ email }) => email).join(", ")}, shown only once: ${password}`);
  const userIds: UserId[] = [];
  for (const person of missing)
    userIds.push(await done(useCases.createUser(asOwner, { ...person, password })));
  await stopMails(useCases, asOwner, userIds);
};

/** Turns off mails about missed messages: nobody reads mail at the addresses of the demo. */
const stopMails = async (useCases: UseCases, asOwner: Caller, userIds: readonly UserId[]): Promise<void> => {
  const targets = { userIds, groupIds: [], skipChosen: false };
  const settings = { enableOfflineEmailNotifications: false, enableFollowedTopicEmailNotifications: false };
  await done(useCases.updateSettingsOfUsers(asOwner, targets, settings));
};

/** The caller of each person: the organization's owner plays the demo's owner. */
const castOf = (state: RealmState, asOwner: Caller): Cast => {
  const callers = new Map<Who, Caller>([["demo", asOwner]]);
  for (const who of everyone.slice(1)) {
    const user = state.userByEmail(`${who}@${domain}`);
    if (user !== undefined) callers.set(who, { ...asOwner, userId: user.id });
  }
  return (who) => {
    const caller = callers.get(who);
    if (caller === undefined) throw new Error(`${who}@${domain} isn't in the organization`);
    return caller;
  };
};

const makeChannels = async (useCases: UseCases, cast: Cast): Promise<void> => {
  for (const { name, description, isPrivate, members = everyone } of channels) {
    const creator = members[0] ?? "demo";
    await done(
      useCases.subscribe(cast(creator), {
        channels: [{ name, description }],
        principals: members.map((who) => cast(who).userId),
        draft: {
          ...defaultChannelDraft,
          privacy: isPrivate ? "private" : "public",
          historyPublicToSubscribers: !isPrivate,
        },
        authorizationErrorsFatal: true,
        announce: false,
        notifySubscribers: false,
      }),
    );
  }
};

/** Sends the messages that an interrupted run didn't. */
const talk = async (
  useCases: UseCases,
  cast: Cast,
  beforeEach: (index: number, count: number) => void,
): Promise<number> => {
  const planned = conversation();
  const already = await countSent(useCases, cast);
  for (const [index, { from, to, content }] of planned.entries()) {
    if (index < already) continue;
    beforeEach(index, planned.length);
    await done(
      useCases.sendMessage(cast(from), {
        to:
          to.kind === "channel"
            ? to
            : { kind: "direct", recipients: to.others.map((who) => cast(who).userId) },
        content,
        readBySender: true,
      }),
    );
  }
  return planned.length - already;
};

/** Counts the messages that each sender sent and received. Every message reached its sender, so these are all messages. */
const countSent = async (useCases: UseCases, cast: Cast): Promise<number> => {
  let count = 0;
  for (const who of everyone) {
    const caller = cast(who);
    const narrow = [{ operator: "sender", operand: caller.userId, negated: false }];
    const page = await done(useCases.fetchMessages(caller, { ...newest, narrow }));
    count += page.messages.filter(({ message }) => message.client === client).length;
  }
  return count;
};

const newest = { anchor: "newest", includeAnchor: false, before: 5000, after: 0 } as const;

/** Everyone has read up to a different point of each conversation, and starred a few messages. */
const readAndStar = async (useCases: UseCases, cast: Cast): Promise<void> => {
  const random = seeded(1606);
  for (const who of everyone) {
    const caller = cast(who);
    const { messages } = await done(useCases.fetchMessages(caller, { ...newest, narrow: [] }));
    const ids = new Map<number, number[]>();
    for (const { message } of messages)
      if (message.client === client)
        ids.set(message.conversation.id, [...(ids.get(message.conversation.id) ?? []), message.id]);
    const read = [...ids.values()].flatMap((all) =>
      all.slice(0, Math.ceil(all.length * pick(random, parts))),
    );
    const starred = read.filter(() => random() < 0.03);
    if (read.length > 0)
      await done(useCases.changeFlags(caller, { messageIds: read, op: "add", flag: "read" }));
    if (starred.length > 0)
      await done(useCases.changeFlags(caller, { messageIds: starred, op: "add", flag: "starred" }));
  }
};

const parts = [1, 1, 0.9, 0.7, 0.4] as const;

const makeGroups = async (useCases: UseCases, cast: Cast): Promise<void> => {
  const state = await useCases.readRealmState(cast("demo").realmId);
  for (const { name, description, members } of groups)
    if (!groupNamed(state, name))
      await done(
        useCases.createGroup(cast("demo"), {
          name,
          description,
          memberIds: members.map((who) => cast(who).userId),
          subgroupIds: [],
          permissions: {},
        }),
      );
};
