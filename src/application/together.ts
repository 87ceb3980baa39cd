/** What becomes callable with its services. It holds no state, so that binding it twice changes nothing. */
type UseCase = (services: never) => unknown;

/** What somebody calls of the application: a use case, or several by name. */
export type Use = UseCase | Readonly<Record<string, UseCase>>;

type NeedsOfAll<U> = [U] extends [(services: infer Services) => unknown] ? Services : never;

/** The services that use cases need: all that any of them needs. */
export type Needs<U> = [U] extends [UseCase] ? NeedsOfAll<U> : NeedsOfAll<U[keyof U]>;

/** Use cases with their services: one that can be called, or several by name. */
export type Bound<U> = U extends (services: never) => infer Callable
  ? Callable
  : { readonly [Name in keyof U]: U[Name] extends (services: never) => infer Callable ? Callable : never };

/** Makes one function of a use, which takes the services of all its use cases together. */
export const together =
  <U extends Use>(use: U) =>
  (services: Needs<U>): Bound<U> => {
    const bound = (one: UseCase) => one(services as never);
    if (typeof use === "function") return bound(use) as Bound<U>;
    return Object.fromEntries(Object.entries(use).map(([name, one]) => [name, bound(one)])) as Bound<U>;
  };
