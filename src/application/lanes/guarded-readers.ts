import type { LaneReaders, Readers } from "../transaction";
import type { ReadDependency } from "./change-set";
import { readDependencies } from "./read-dependencies";

type Reading = (...args: readonly unknown[]) => Promise<unknown>;
type Dependencies = (...args: readonly unknown[]) => readonly ReadDependency[];

/** A guarded reader. It creates each method when it is first used, because a batch uses only a few. */
interface Guarded {
  readonly before: (read: readonly ReadDependency[]) => Promise<void>;
  readonly run: (read: () => Promise<unknown>) => Promise<unknown>;
}

const prototypes = new WeakMap<object, object>();

const prototypeOf = (reader: object, dependencies: object): object => {
  const known = prototypes.get(reader);
  if (known) return known;
  // Reader ports have only asynchronous methods.
  const methods = reader as Readonly<Record<string, Reading>>;
  const made = {};
  for (const [name, dependenciesOf] of Object.entries(dependencies as Readonly<Record<string, Dependencies>>))
    Object.defineProperty(made, name, {
      get(this: Guarded) {
        const { before, run } = this;
        const read = methods[name] as Reading;
        const value: Reading = async (...args) => {
          await before(dependenciesOf(...args));
          return run(() => read(...args));
        };
        Object.defineProperty(this, name, { value });
        return value;
      },
    });
  prototypes.set(reader, made);
  return made;
};

/** Readers that await `before` ahead of each read, with what its answer depends on, and let `run` do the read. */
export const guardedReaders = (
  readers: Readers,
  before: Guarded["before"],
  run: Guarded["run"],
): LaneReaders => {
  const guarded = <Name extends keyof LaneReaders>(name: Name): LaneReaders[Name] =>
    Object.create(prototypeOf(readers[name], readDependencies[name]), {
      before: { value: before },
      run: { value: run },
    });
  return {
    messages: guarded("messages"),
    readStates: guarded("readStates"),
    directConversations: guarded("directConversations"),
    userData: guarded("userData"),
    attachments: guarded("attachments"),
    credentials: guarded("credentials"),
  };
};
