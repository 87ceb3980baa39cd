import * as E from "fp-ts/Either";
import { byServer, type Caller, type Visitor } from "../../../src/application/caller";
import type { OneTimeCodes } from "../../../src/application/ports/login/one-time-codes";
import type { Throttle, ThrottleRule } from "../../../src/application/ports/system/throttle";
import { aMoment, plainPasswordHasher, shouldNotBeCalled } from "./fakes";
import type { MemoryApplication } from "./memory-application";

type World = Pick<MemoryApplication, "services">;

/** Sets a user's password, however it came about. */
export const setPassword = async (
  { services }: World,
  { realmId, userId }: Caller,
  password: string,
): Promise<void> => {
  const hash = await plainPasswordHasher.hash(password);
  await services.inTransaction(byServer(realmId), async (tx) => {
    tx.setPasswordHash(userId, hash);
    return E.right(undefined);
  });
};

/** Gives a user an app as a second factor. Its codes are those of `oneCode`. */
export const giveApp = async ({ services }: World, { realmId, userId }: Caller): Promise<void> => {
  await services.inTransaction(byServer(realmId), async (tx) => {
    const sealed = services.seals.seal("secret");
    const app = { id: "app", kind: "app", name: "App", sealed, counter: 0 } as const;
    tx.addFactor(userId, { ...app, createdAt: aMoment, lastUsedAt: null });
    tx.append({ type: "user_changed", userId, change: { secondFactors: 1 } });
    return E.right(undefined);
  });
};

/** Takes 111111, 222222 and so on, each once. */
export const oneCode: OneTimeCodes = {
  ...shouldNotBeCalled<OneTimeCodes>("oneTimeCodes"),
  newSecret: () => "secret",
  uriOf: () => "otpauth://totp/x",
  stepOf: (_secret, code) => (/^(\d)\1{5}$/.test(code) ? Number(code[0]) : undefined),
};

/** A visitor from an address. */
export const visitorFrom = (realmId: number, remoteAddress = "203.0.113.9"): Visitor => ({
  realmId,
  userId: null,
  client: "test",
  remoteAddress,
});

/** Allows as many attempts as each rule says, and any number of others. */
export const throttleWith = (limits: Partial<Record<ThrottleRule, number>>): Throttle => {
  const tries = new Map<string, number>();
  const most = (rule: ThrottleRule) => limits[rule] ?? Number.POSITIVE_INFINITY;
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
