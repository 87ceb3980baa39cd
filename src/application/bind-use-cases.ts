/**
 * A function of its services that returns a callable. It holds no state, so binding it twice changes nothing.
 */
type UseCase = (services: never) => unknown;

/** What a caller uses of the application: a use case, or several by name. */
export type Use = UseCase | Readonly<Record<string, UseCase>>;

type NeedsOfAll<U> = [U] extends [(services: infer Services) => unknown] ? Services : never;

/** All services that the use cases need. */
export type Needs<U> = [U] extends [UseCase] ? NeedsOfAll<U> : NeedsOfAll<U[keyof U]>;

/** Bound use cases: a callable, or several by name. */
export type Bound<U> = U extends (services: never) => infer Callable
  ? Callable
  : { readonly [Name in keyof U]: U[Name] extends (services: never) => infer Callable ? Callable : never };

/** Binds a use case, or several by name, to the services that they need. */
export const bindUseCases =
  <U extends Use>(use: U) =>
  (services: Needs<U>): Bound<U> => {
    // `Needs` is what all of them need, and `Bound` what they return; the compiler can't follow either through a list.
    const bound = (useCase: UseCase) => useCase(services as never);
    if (typeof use === "function") return bound(use) as Bound<U>;
    return Object.fromEntries(
      Object.entries(use).map(([name, useCase]) => [name, bound(useCase)]),
    ) as Bound<U>;
  };
