import { Router } from "express";

type Path = ReturnType<Router["route"]>["path"];

/** A route of the server, and whether a request has reached it. */
export interface WatchedRoute {
  /** In Express's words; several for a route that answers at several. */
  readonly paths: readonly string[];
  /** In upper case; none for a route that answers all. */
  readonly methods: readonly string[];
  readonly isReached: () => boolean;
}

const watched = (route: ReturnType<Router["route"]>): WatchedRoute => {
  let isReached = false;
  const { dispatch } = route as unknown as { dispatch: (...all: unknown[]) => unknown };
  Object.assign(route, {
    dispatch: (...all: unknown[]) => {
      isReached = true;
      return dispatch.apply(route, all);
    },
  });
  const methods = (route as unknown as { methods: Readonly<Record<string, boolean>> }).methods;
  return {
    paths: [route.path as Path | Path[]].flat(),
    get methods() {
      return Object.keys(methods)
        .filter((name) => name !== "_all")
        .map((name) => name.toUpperCase());
    },
    isReached: () => isReached,
  };
};

/** Builds something, and watches all routes that it gives to any router of Express meanwhile. */
export const watchRoutes = <A>(
  build: () => A,
): { readonly built: A; readonly routes: readonly WatchedRoute[] } => {
  const routes: WatchedRoute[] = [];
  const prototype = Router.prototype as unknown as Pick<Router, "route">;
  const { route: original } = prototype;
  prototype.route = function (this: Router, path: string) {
    const made = original.call(this, path);
    routes.push(watched(made));
    return made;
  } as Router["route"];
  try {
    return { built: build(), routes };
  } finally {
    prototype.route = original;
  }
};
