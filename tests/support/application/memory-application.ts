import type * as E from "fp-ts/Either";
import { noMetrics } from "../../../src/adapters/metrics/no-metrics";
import { noTracing } from "../../../src/adapters/tracing/no-tracing";
import { SharedMemory } from "../../../src/application/admission/shared-memory";
import type { Caller } from "../../../src/application/caller";
import type { SubscribeRequest } from "../../../src/application/channels/shared/plan-subscribing";
import { RealmDirectory } from "../../../src/application/held-realms/realm-directory";
import { createRealm } from "../../../src/application/realm/create-realm";
import type { Services } from "../../../src/composition/open-services";
import { statefulServices } from "../../../src/composition/stateful-services";
import { defaultChannelDraft } from "../../../src/domain/channels/channel-draft";
import type { RealmId } from "../../../src/domain/ids";
import type { Mail } from "../../../src/domain/mail/mail";
import type { User } from "../../../src/domain/users/user";
import { aUser, memberEvents } from "../builders/entities";
import { renderingOutside, withWatchedLanes } from "../measures/watched-lanes";
import { commitAll } from "../storage/commits";
import { type MemoryStorage, memoryStorage } from "../storage/memory/storage";
import { memoryFileStore } from "../storage/memory-file-store";
import { memoryPersistence, type Persistence } from "../storage/persistence";
import {
  blindImageEditor,
  escapingRenderer,
  lenientStrength,
  localWakeup,
  plainApiKeys,
  plainFileTypes,
  plainLinkTokens,
  plainPasswordHasher,
  reversingSeals,
  sequentialSessionTokens,
  sequentialTokens,
  shouldNotBeCalled,
  throttleWith,
} from "./fakes";
import { emojiWith, oneDisposableDomain, recordingMailer, scriptedBotCaller } from "./outside-fakes";
import { scriptedRelay } from "./scripted-relay";

type Made = Exclude<keyof ReturnType<typeof statefulServices>, keyof Parameters<typeof statefulServices>[0]>;

/** What a process is built on, and may share with others. */
export type Outside = Omit<Services, Made | "directory"> & {
  readonly following: Pick<ConstructorParameters<typeof RealmDirectory>[0], "eventLog" | "snapshots">;
};

/** Everything of a process: the ports that it was given, and its own state. */
export const newProcess = (outside: Outside): Services =>
  withWatchedLanes(
    statefulServices({
      ...outside,
      renderer: renderingOutside(outside.renderer),
      directory: new RealmDirectory({ ...outside, ...outside.following }),
    }),
  );

/** The storage of a realm that was just created with the usual ports, which tests copy rather than create it anew. */
let created: MemoryStorage | undefined;

/** The whole application without I/O, with a realm whose owner is user 1; or on the given storage. */
export const memoryApplication = async (
  more: Partial<
    Pick<
      Outside,
      | "botCaller"
      | "callProviders"
      | "emoji"
      | "files"
      | "images"
      | "linkifierPatterns"
      | "onError"
      | "oneTimeCodes"
      | "passkeys"
      | "passwordStrength"
      | "pushRelay"
      | "renderer"
      | "throttle"
      | "uploadLimits"
      | "urlTemplates"
    >
  > = {},
  given?: Persistence,
  subdomain = "",
) => {
  const isUsual = given === undefined && more.renderer === undefined;
  const storage = memoryStorage(isUsual ? created : undefined);
  const persistence = given ?? memoryPersistence(storage);
  const { clock } = persistence;
  const mailer = recordingMailer();
  const emoji = emojiWith({ car: "1f697" });
  const onError = (error: unknown) => {
    throw error;
  };
  const { botCaller, calls, bots } = scriptedBotCaller();
  const relay = scriptedRelay();
  const outside: Outside & typeof persistence = {
    ...persistence,
    mailer,
    emoji,
    onError,
    metrics: noMetrics,
    tracing: noTracing,
    linkifierPatterns: shouldNotBeCalled("linkifierPatterns"),
    urlTemplates: shouldNotBeCalled("urlTemplates"),
    bareUrls: shouldNotBeCalled("bareUrls"),
    apiKeys: plainApiKeys,
    renderer: escapingRenderer,
    passwords: plainPasswordHasher,
    tokens: sequentialTokens(),
    wakeup: localWakeup(),
    following: persistence,
    heartbeatAfter: () => 20,
    run: { startedAt: 0, webBuild: null },
    archiveDays: 30,
    auditDays: 400,
    disposableDomains: oneDisposableDomain("disposable.example"),
    invitationsPerDay: 50,
    invitationMinutes: 14_400,
    linkTokens: plainLinkTokens,
    offeredLogins: ["Email", "OpenID Connect"],
    summarizer: undefined,
    oneTimeCodes: shouldNotBeCalled("oneTimeCodes"),
    passkeys: shouldNotBeCalled("passkeys"),
    passwordStrength: lenientStrength,
    pushRelay: relay.relay,
    seals: reversingSeals,
    sessionTokens: sequentialSessionTokens(),
    sharedMemory: new SharedMemory(Number.POSITIVE_INFINITY),
    siteUrl: () => "https://chat.example.com",
    throttle: throttleWith({}, 3),
    botCaller,
    incomingWebhooks: shouldNotBeCalled("incomingWebhooks"),
    callProviders: [],
    loginTokens: shouldNotBeCalled("loginTokens"),
    jitsiUrl: "https://meet.example.com",
    files: memoryFileStore(clock.now),
    fileTypes: plainFileTypes,
    images: blindImageEditor,
    links: shouldNotBeCalled("links"),
    uploadLimits: { fileMib: 1, realmMib: null, orphanDays: 35 },
    ...more,
  };
  const services = newProcess(outside);
  const create = async (): Promise<RealmId> => {
    const draft = { name: "Example", subdomain, ownerEmail: "owner@example.com", ownerName: "Olive" };
    const { realmId } = successOf(await createRealm(services)(draft)());
    if (isUsual) created = memoryStorage(storage);
    return realmId;
  };
  const [realmId = await create()] = storage.realms.keys();
  const callerOf = (userId: number): Caller => ({ realmId, userId, client: "test" });
  const owner = callerOf(1);
  return {
    services,
    clock,
    realmId,
    callerOf,
    owner,
    persistence,
    outside,
    calls,
    bots,
    relay,
    /** All mail sent so far. */
    mails: async (): Promise<readonly Mail[]> => {
      await services.jobRunner.runDue(["mail_reset_link", "deliver_mail"]);
      return mailer.sent;
    },
    /** A user in the default channels who got no welcome message. */
    newMember: async (name: string, more: Partial<User> = {}): Promise<Caller> => {
      const state = await services.directory.stateOf(realmId);
      const { head } = await persistence.eventStore.begin(realmId, 0);
      const id = (head.ids.user ?? 0) + 1;
      const email = `${name.toLowerCase()}@example.com`;
      const events = memberEvents(aUser({ id, email, fullName: name, ...more }), state, head.messageId + 1);
      await services.directory.catchUp(
        realmId,
        await commitAll(persistence.eventStore, realmId, events, state),
      );
      return callerOf(id);
    },
  };
};

export type MemoryApplication = Awaited<ReturnType<typeof memoryApplication>>;

/** A request to subscribe to a channel, which creates it if necessary. */
export const joining = (name: string, more: Partial<SubscribeRequest> = {}): SubscribeRequest => ({
  channels: [{ name, description: "" }],
  principals: undefined,
  draft: defaultChannelDraft,
  authorizationErrorsFatal: true,
  announce: false,
  notifySubscribers: false,
  ...more,
});

/** The value of a success; a failure fails the test with its message. */
export const successOf = <A>(outcome: E.Either<{ readonly message: string }, A>): A => {
  if (outcome._tag === "Left") throw new Error(`Unexpected failure: ${outcome.left.message}`);
  return outcome.right;
};

/** The message of a failure; a success fails the test. */
export const refusalOf = (outcome: E.Either<{ readonly message: string }, unknown>): string => {
  if (outcome._tag === "Right") throw new Error(`Unexpected success: ${JSON.stringify(outcome.right)}`);
  return outcome.left.message;
};
