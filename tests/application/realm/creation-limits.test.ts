import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { Caller } from "../../../src/application/caller";
import { createFolder } from "../../../src/application/channel-folders/create-folder";
import { createChannel } from "../../../src/application/channels/create-channel";
import { createDefaultChannelGroup } from "../../../src/application/channels/create-default-channel-group";
import { subscribe } from "../../../src/application/channels/subscribe";
import { addDomain } from "../../../src/application/domains/add-domain";
import { addEmoji } from "../../../src/application/emoji/add-emoji";
import { createGroup } from "../../../src/application/groups/create-group";
import { createInvitationLink } from "../../../src/application/invitations/create-invitation-link";
import { revokeInvitation } from "../../../src/application/invitations/revoke-invitation";
import { sendInvitations } from "../../../src/application/invitations/send-invitations";
import { addLinkifier } from "../../../src/application/linkifiers/add-linkifier";
import { addPlayground } from "../../../src/application/playgrounds/add-playground";
import { addProfileField } from "../../../src/application/profile-fields/add-profile-field";
import { newBot } from "../../../src/domain/bots/bot";
import { defaultChannelDraft } from "../../../src/domain/channels/channel-draft";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { checkCreation } from "../../../src/domain/policy/creation-limits";
import {
  type DailyLimitName,
  dailyLimits,
  type RealmListName,
  realmListLimits,
} from "../../../src/domain/realm/realm-list-limits";
import { IdMap } from "../../../src/domain/state/id-map";
import {
  joining,
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { aUser } from "../../support/builders/entities";
import { commitAll } from "../../support/storage/commits";

let world: MemoryApplication;
let member: Caller;
let bot: Caller;
let another: Caller;

beforeEach(async () => {
  world = await memoryApplication();
  const everyMember = systemGroupId("role:members");
  const events = [
    { type: "user_created", user: aUser({ id: 50, email: "member@example.com" }) },
    { type: "user_created", user: aUser({ id: 51, email: "another@example.com" }) },
    { type: "user_created", user: aUser({ id: 52, email: "bot@example.com", bot: newBot("generic", 50) }) },
    {
      type: "realm_changed",
      change: {
        permissions: {
          canCreateGroups: everyMember,
          canInviteUsersGroup: everyMember,
          createMultiuseInviteGroup: everyMember,
        },
      },
    },
  ] as const;
  const { eventStore } = world.persistence;
  await world.services.directory.catchUp(world.realmId, await commitAll(eventStore, world.realmId, events));
  [member, another, bot] = [50, 51, 52].map(world.callerOf) as [Caller, Caller, Caller];
});

afterEach(() => {
  jest.restoreAllMocks();
});

let counter = 0;
const unique = (): string => {
  counter += 1;
  return `thing${counter}`;
};

const terms = {
  role: "member",
  channelIds: [],
  groupIds: [],
  includesDefaultChannels: true,
  tellsInviter: true,
  welcomeText: null,
  expiresInMinutes: 60,
} as const;
const group = () => ({ name: unique(), description: "", memberIds: [], subgroupIds: [], permissions: {} });
const field = () => ({
  name: unique(),
  hint: "",
  data: {},
  displayInProfileSummary: false,
  required: false,
  editableByUser: true,
  useForUserMatching: false,
});
const channel = () => ({
  name: unique(),
  description: "",
  subscriberIds: [],
  draft: defaultChannelDraft,
  announce: false,
});

type Creation = (caller: Caller) => TaskEither<{ readonly message: string }, unknown>;

const creations: Readonly<Record<RealmListName | DailyLimitName, Creation>> = {
  channels: (caller) => createChannel(world.services)(caller, channel()),
  groups: (caller) => createGroup(world.services)(caller, group()),
  emoji: (caller) => addEmoji(world.services)(caller, unique(), new Uint8Array(1)),
  linkifiers: (caller) =>
    addLinkifier(world.services)(caller, {
      pattern: unique(),
      urlTemplate: "https://example.com",
      exampleInput: null,
      reverseTemplate: null,
      alternativeUrlTemplates: [],
    }),
  playgrounds: (caller) =>
    addPlayground(world.services)(caller, {
      name: unique(),
      pygmentsLanguage: "x",
      urlTemplate: "https://example.com/{code}",
    }),
  profileFields: (caller) => addProfileField(world.services)(caller, "short_text", field()),
  channelFolders: (caller) => createFolder(world.services)(caller, { name: unique(), description: "" }),
  defaultChannelGroups: (caller) =>
    createDefaultChannelGroup(world.services)(caller, { name: unique(), description: "", channelNames: [] }),
  domains: (caller) =>
    addDomain(world.services)(caller, { domain: `${unique()}.example.com`, allowSubdomains: false }),
  openInvitations: (caller) => createInvitationLink(world.services)(caller, terms),
  invitations: (caller) =>
    sendInvitations({ ...world.services, invitationsPerDay: 0 })(caller, {
      ...terms,
      addresses: `${unique()}@example.org`,
    }),
  invitationLinks: (caller) => createInvitationLink(world.services)(caller, terms),
};

const limited = (limits: object, name: string, most: number): void => {
  jest.replaceProperty(limits as Record<string, number>, name, most);
};

describe("an organization's lists are limited", () => {
  const sizes = async (): Promise<Readonly<Record<RealmListName, number>>> => {
    const state = await world.services.directory.newest(world.realmId);
    return {
      channels: state.channels.size,
      groups: state.groups.size,
      emoji: state.emoji.size,
      domains: state.domains.size,
      linkifiers: state.linkifiers.length,
      playgrounds: state.playgrounds.length,
      profileFields: state.profileFields.length,
      channelFolders: state.channelFolders.length,
      defaultChannelGroups: state.defaultChannelGroups.length,
      openInvitations: 0,
    };
  };

  test.each(Object.keys(realmListLimits) as RealmListName[])("%s", async (name) => {
    const most = (await sizes())[name];
    const create = creations[name];
    limited(realmListLimits[name], "count", most);
    expect(refusalOf(await create(world.owner)())).toBe(
      `An organization can have at most ${most} ${realmListLimits[name].title}.`,
    );
    expect((await sizes())[name]).toBe(most);
  });

  test("channels, when they are made by subscribing: all of a request or none", async () => {
    const most = (await sizes()).channels + 1;
    limited(realmListLimits.channels, "count", most);
    const two = { channels: [unique(), unique()].map((name) => ({ name, description: "" })) };
    expect(refusalOf(await subscribe(world.services)(world.owner, joining("", two))())).toMatch(/at most/);
    successOf(await subscribe(world.services)(world.owner, joining(unique()))());
    expect((await sizes()).channels).toBe(most);
    successOf(await subscribe(world.services)(world.owner, joining("general"))());
  });

  test("open invitations, not counting revoked ones", async () => {
    limited(realmListLimits.openInvitations, "count", 1);
    successOf(await creations.invitationLinks(world.owner)());
    expect(refusalOf(await creations.invitations(world.owner)())).toMatch(/at most 1 open invitations/);
    successOf(await revokeInvitation(world.services)(world.owner, "link", 1)());
    successOf(await creations.invitations(world.owner)());
  });
});

describe("what one person creates in a day is limited", () => {
  const byBots: readonly DailyLimitName[] = ["channels", "groups", "emoji"];

  test.each(Object.keys(dailyLimits) as DailyLimitName[])("%s", async (name) => {
    const create = name === "emoji" ? unpictured : creations[name];
    limited(dailyLimits, name, 2);
    successOf(await create(member)());
    successOf(await create(byBots.includes(name) ? bot : member)());
    for (const who of [member, bot])
      expect(refusalOf(await create(who)())).toMatch(/^You can create at most 2 [a-z ]+ in a day\.$/);
    successOf(await create(another)());
    for (let time = 0; time < 3; time += 1) successOf(await create(world.owner)());
    world.clock.advance(86_400_000);
    successOf(await create(member)());
  });

  /** The memory application reads no pictures. */
  const unpictured: Creation = (caller) => {
    const edited = { image: new Uint8Array(1), extension: "png", still: undefined };
    const images = { edit: async () => ({ _tag: "Right", right: edited }) as const };
    return addEmoji({ ...world.services, images: images as never })(caller, unique(), new Uint8Array(1));
  };
});

describe("one person fills at most a tenth of a list, so that nobody fills it for all others", () => {
  const cases = [
    ["channels", ["channels", "channels"]],
    ["groups", ["groups", "groups"]],
    ["openInvitations", ["invitations", "invitationLinks"]],
  ] as const;

  test.each(cases)("%s", async (name, made) => {
    limited(realmListLimits[name], "count", 20);
    for (const kind of made) successOf(await creations[kind](member)());
    for (const kind of made)
      for (const who of [member, bot])
        expect(refusalOf(await creations[kind](who)())).toBe(
          `You can create at most 2 ${realmListLimits[name].title} in an organization.`,
        );
    successOf(await creations[made[0]](another)());
    for (let time = 0; time < 3; time += 1) successOf(await creations[made[1]](world.owner)());
  });
});

test("the limits are far above what organizations have", () => {
  expect(realmListLimits.channels.count).toBe(50_000);
  expect(dailyLimits.channels).toBe(500);
});

test("counting what a person and their bots created doesn't visit all users", async () => {
  const state = await world.services.directory.newest(world.realmId);
  const creator = state.users.get(50);
  if (creator === undefined) throw new Error("Somebody creates");
  const listed = jest.spyOn(IdMap.prototype, "values");
  expect(checkCreation(state, creator, ["channels", "channels"], world.clock.now())).toEqual(
    E.right(undefined),
  );
  expect(listed.mock.contexts).not.toContain(state.users);
});
