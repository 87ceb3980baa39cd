import * as E from "fp-ts/Either";
import { byServer, type Caller, type Visitor } from "../../../src/application/caller";
import { codeShown } from "./factor-fakes";
import { aMoment, plainPasswordHasher } from "./fakes";
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

const secretOfApp = "secret 0";
/** The code that the app of `giveApp` shows at `aMoment`, or some steps later. */
export const appCode = (later = 0): string => codeShown(secretOfApp, aMoment, later);

/** Gives a user an app as a second factor. `appCode` returns its codes. */
export const giveApp = async ({ services }: World, { realmId, userId }: Caller): Promise<void> => {
  await services.inTransaction(byServer(realmId), async (tx) => {
    const sealed = services.seals.seal(secretOfApp);
    const app = { id: "app", kind: "app", name: "App", sealed, counter: 0 } as const;
    tx.addFactor(userId, { ...app, createdAt: aMoment, lastUsedAt: null });
    tx.append({ type: "user_changed", userId, change: { secondFactors: 1 } });
    return E.right(undefined);
  });
};

/** A visitor from an address. */
export const visitorFrom = (realmId: number, remoteAddress = "203.0.113.9"): Visitor => ({
  realmId,
  userId: null,
  client: "test",
  remoteAddress,
});
