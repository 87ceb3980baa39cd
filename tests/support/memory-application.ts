import type { Either } from "fp-ts/Either";
import { signedLinks } from "../../src/adapters/security/temporary-links";
import { memoryFileStore } from "../../src/adapters/storage/memory-file-store";
import type { Caller } from "../../src/application/caller";
import { plainDraft } from "../../src/application/channels/make-channels";
import type { SubscribeWanted } from "../../src/application/channels/subscribe";
import type { EmojiCatalog } from "../../src/application/ports/emoji-catalog";
import type { Mail, Mailer } from "../../src/application/ports/mailer";
import { type Ports, useCases } from "../../src/application/use-cases";
import {
  blindImageEditor,
  escapingRenderer,
  localWakeup,
  plainApiKeys,
  plainFileTypes,
  plainPasswordHasher,
  sequentialTokens,
} from "./fakes";
import { memoryPersistence } from "./persistence";

/** The whole application without I/O, with a realm whose owner is user 1. */
export const memoryApplication = async (
  more: Partial<Pick<Ports, "files" | "uploadLimits" | "onError">> = {},
) => {
  const persistence = memoryPersistence();
  const { clock } = persistence;
  const sent: Mail[] = [];
  const mailer: Mailer = {
    send: async (mail) => {
      sent.push(mail);
    },
  };
  const emoji: EmojiCatalog = {
    codeOf: (name) => (name === "car" ? "1f697" : undefined),
    hasCode: (code) => code === "1f697",
  };
  const onError = (error: unknown) => {
    throw error;
  };
  const outside = {
    ...persistence,
    ...{ mailer, emoji, onError },
    ...{ apiKeys: plainApiKeys, renderer: escapingRenderer, passwords: plainPasswordHasher },
    ...{
      tokens: sequentialTokens(),
      wakeup: localWakeup(),
      following: persistence,
      heartbeatAfter: () => 20,
      archiveDays: 30,
    },
    ...{ files: memoryFileStore(clock.now), fileTypes: plainFileTypes, images: blindImageEditor },
    links: signedLinks("a secret of thirty-two characters or more"),
    uploadLimits: { fileMib: 1, realmMib: null, orphanDays: 35 },
    ...more,
  };
  const app = useCases(outside);
  const { realmId } = successOf(
    await app.realms.found({
      name: "Example",
      subdomain: "",
      ownerEmail: "owner@example.com",
      ownerName: "Olive",
    })(),
  );
  const callerOf = (userId: number): Caller => ({ realmId, userId, client: "test" });
  const owner = callerOf(1);
  return {
    ...{ app, clock, realmId, callerOf, owner, persistence, sent, outside },
    /** Makes an account and gives its caller. */
    newMember: async (name: string): Promise<Caller> => {
      const wanted = { email: `${name.toLowerCase()}@example.com`, fullName: name, password: "a password" };
      return callerOf(successOf(await app.users.create(owner, wanted)()));
    },
  };
};

export type MemoryApplication = Awaited<ReturnType<typeof memoryApplication>>;

/** The wish to subscribe to a channel, which is made if there is none. */
export const joining = (name: string, more: Partial<SubscribeWanted> = {}): SubscribeWanted => ({
  channels: [{ name, description: "" }],
  principals: undefined,
  draft: plainDraft,
  authorizationErrorsFatal: true,
  announce: false,
  tellSubscribers: false,
  ...more,
});

/** The value of a success; a failure fails the test with its message. */
export const successOf = <A>(outcome: Either<{ readonly message: string }, A>): A => {
  if (outcome._tag === "Left") throw new Error(`Unexpected failure: ${outcome.left.message}`);
  return outcome.right;
};

/** The message of a failure; a success fails the test. */
export const refusalOf = (outcome: Either<{ readonly message: string }, unknown>): string => {
  if (outcome._tag === "Right") throw new Error(`Unexpected success: ${JSON.stringify(outcome.right)}`);
  return outcome.left.message;
};
