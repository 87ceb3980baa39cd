import * as E from "fp-ts/Either";
import type { Visitor } from "../../../src/application/caller";
import type { ApiKeys } from "../../../src/application/ports/api-keys/api-keys";
import type { Wakeup, WakeupListener } from "../../../src/application/ports/events/wakeup";
import type { FileTypes } from "../../../src/application/ports/files/file-types";
import { linkCodec } from "../../../src/application/ports/login/link-contents";
import type { LinkTokens } from "../../../src/application/ports/login/link-tokens";
import type { PasswordHasher } from "../../../src/application/ports/login/password-hasher";
import type { PasswordStrength } from "../../../src/application/ports/login/password-strength";
import type { SessionTokens } from "../../../src/application/ports/login/session-tokens";
import type { MessageRenderer } from "../../../src/application/ports/messages/message-renderer";
import type { ImageEditor } from "../../../src/application/ports/pictures/image-editor";
import type { Clock } from "../../../src/application/ports/system/clock";
import type { RandomTokens } from "../../../src/application/ports/system/random-tokens";
import type { Seals } from "../../../src/application/ports/system/seals";
import type { Throttle, ThrottleRule } from "../../../src/application/ports/system/throttle";
import { valueOfJson } from "../../../src/domain/codec/json-text";
import type { RelayedSignal } from "../../../src/domain/queues/signal";

/** Noon, 2 January 2026, in Unix milliseconds. */
export const aMoment = Date.UTC(2026, 0, 2, 12);

/** A clock that stands still until it is advanced. */
export const fixedClock = (start = aMoment): Clock & { advance(milliseconds: number): void } => {
  let time = start;
  return {
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
};

/** A port that this test doesn't need: a call fails and names the port. */
export const shouldNotBeCalled = <Port extends object>(port: string): Port =>
  new Proxy({} as Port, {
    get: (_, method) => () => {
      throw new Error(`${port}.${String(method)} was called`);
    },
  });

/** Well-formed tokens that tests can predict. */
export const sequentialTokens = (): RandomTokens => {
  let last = 0;
  const next = () => {
    last += 1;
    return last;
  };
  return {
    uuid: () => `00000000-0000-4000-8000-${`${next()}`.padStart(12, "0")}`,
    password: () => `password-${next()}`,
  };
};

/** Session tokens that tests can predict. */
export const sequentialSessionTokens = (): SessionTokens => {
  let last = 0;
  return {
    create: () => {
      last += 1;
      return `token-${last}`;
    },
    idOf: (token) => {
      const number = /^token-(\d+)$/.exec(token)?.[1];
      return number === undefined ? undefined : `session ${number}`;
    },
  };
};

/** Hashes that tests can read. */
export const plainPasswordHasher: PasswordHasher = {
  hash: async (password) => `hash of ${password}`,
  verify: async (hash, password) => hash === `hash of ${password}`,
};

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** One paragraph, whatever the source contains. */
export const escapingRenderer: MessageRenderer = {
  version: 1,
  render: async (source) =>
    E.right({
      html: `<p>${source.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign)}</p>`,
      mentions: { userIds: [], groupIds: [], channelWildcard: false, topicWildcard: false },
      alertWords: [],
      uploadPaths: [],
    }),
};

/** Recognizes plain text by its name, pictures by their first letters, and nothing else. */
export const plainFileTypes: FileTypes = {
  sniff: async (head) => (Buffer.from(head).toString("latin1").startsWith("png:") ? "image/png" : undefined),
  ofName: (name) => (name.endsWith(".txt") ? "text/plain" : undefined),
};

/** Recognizes no images. */
export const blindImageEditor: ImageEditor = { edit: async () => E.left("no-image") };

/** Keys of 32 digits that name their owner. */
export const plainApiKeys: ApiKeys = {
  keyOf: (realmId, userId, version) =>
    [realmId, userId, version].map((part) => `${part}`.padStart(10, "0")).join("0"),
  isKeyOf: (realmId, userId, version, candidate) =>
    candidate === plainApiKeys.keyOf(realmId, userId, version),
  webhookTokenOf: (realmId, botId) => `token of ${realmId}:${botId}`,
};

/** Considers only one word easy to guess. */
export const lenientStrength: PasswordStrength = {
  guessesFor: async (password) => (password === "password" ? 3 : 1e9),
};

/** Tokens that tests can read. */
export const plainLinkTokens: LinkTokens = {
  proof: (purpose, text) => `${purpose} ${text}`,
  write: (purpose, values) => `${purpose}${JSON.stringify(values)}`,
  read: (purpose, token) => {
    if (!token.startsWith(`${purpose}{`)) return undefined;
    return valueOfJson(linkCodec(purpose), token.slice(purpose.length));
  },
};

const backwards = (text: string): string => [...text].reverse().join("");

/** Text backwards with a mark, so that it differs from plain text. */
export const reversingSeals: Seals = {
  seal: (text) => `sealed ${backwards(text)}`,
  open: (sealed) => (sealed.startsWith("sealed ") ? backwards(sealed.slice("sealed ".length)) : undefined),
};

/** A caller who hasn't logged in. */
export const aVisitor = (realmId: number): Visitor => ({
  realmId,
  userId: null,
  client: "test",
  remoteAddress: "::1",
});

/** Allows as many attempts as each rule says, and `others` of every other kind. */
export const throttleWith = (
  limits: Partial<Record<ThrottleRule, number>>,
  others = Number.POSITIVE_INFINITY,
): Throttle => {
  const tries = new Map<string, number>();
  const most = (rule: ThrottleRule) => limits[rule] ?? others;
  return {
    take: async (rule, key) => {
      const count = (tries.get(`${rule} ${key}`) ?? 0) + 1;
      tries.set(`${rule} ${key}`, count);
      return count > most(rule) ? 60_000 : undefined;
    },
    isUsedUp: async (rule, key) => (tries.get(`${rule} ${key}`) ?? 0) >= most(rule),
    forget: async (rule, key) => {
      tries.delete(`${rule} ${key}`);
    },
  };
};

interface LocalWakeup extends Wakeup {
  readonly announced: (readonly [number, number])[];
  readonly signals: RelayedSignal[];
}

/** Wakes listeners in this process, and records announcements and signals. */
export const localWakeup = (): LocalWakeup => {
  const listeners = new Set<WakeupListener>();
  const announced: (readonly [number, number])[] = [];
  const signals: RelayedSignal[] = [];
  return {
    announced,
    signals,
    announce: (realmId, position, events) => {
      announced.push([realmId, position]);
      for (const listener of listeners) listener.grown(realmId, position, events);
    },
    signal: (realmId, signal) => {
      signals.push(signal);
      for (const listener of listeners) listener.signalled(realmId, signal);
    },
    listen: async (listener) => {
      listeners.add(listener);
      listener.connected();
      return {
        follow: () => {},
        leave: () => {},
        isConnected: () => true,
        close: async () => {
          listeners.delete(listener);
        },
      };
    },
  };
};
