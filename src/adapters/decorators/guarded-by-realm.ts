import { eachMethod } from "./each-method";

/** Makes a call about a realm, or rejects without making it. */
interface Guard {
  call<A>(realmId: number, make: () => Promise<A>): Promise<A>;
}

/** Wraps a port whose methods take a realm's id first, so that a guard makes those calls. Others are passed on. */
export const guardedByRealm = <Port extends object>(port: Port, guard: Guard): Port =>
  eachMethod(port, (_name, call) => (...args: never[]) => {
    const [realmId]: readonly unknown[] = args;
    return typeof realmId === "number"
      ? guard.call(realmId, () => Promise.resolve(call(...args)))
      : call(...args);
  });
