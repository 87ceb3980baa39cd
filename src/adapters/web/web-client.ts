import express, { type Request, type RequestHandler, type Response } from "express";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import helmet from "helmet";
import { notLoggedIn } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import type { RealmError } from "../../domain/realm/refusals";
import { secondsIn } from "../../domain/units/time";
import { type Asset, readBuild } from "./assets";
import { compressJson } from "./compress-json";
import { manifestOf } from "./manifest";

/** The user of a browser's session. */
interface Visitor {
  /** 0 for spectators, who read web-public content without an account. */
  readonly userId: UserId;
  readonly realmName: string;
}

interface Options {
  /** The folder of the built client. */
  readonly folder: string;
  /**
   * The user of the request's session; null for someone who must log in; a failure where there is no
   * organization.
   */
  readonly visitorOf: (request: Request) => Promise<E.Either<RealmError, Visitor | null>>;
  /** The CSRF token of this browser's session. */
  readonly csrfToken: (request: Request, response: Response) => string;
  /** Whether mail reaches people, or at least a development server's own page. */
  readonly sendsMail: () => boolean;
  /** Extends the browser's session. */
  readonly renewSession: (request: Request, response: Response) => void;
}

const self = ["'self'"];
const none = ["'none'"];
const headers = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: none,
      scriptSrc: self,
      styleSrc: self,
      // KaTeX positions its parts with style attributes.
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: self,
      mediaSrc: self,
      fontSrc: self,
      connectSrc: self,
      workerSrc: self,
      manifestSrc: self,
      baseUri: none,
      formAction: self,
      frameAncestors: none,
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["parley"],
    },
  },
  referrerPolicy: { policy: "same-origin" },
  // Calls open in new windows.
  crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
  // httpServer sets HSTS for the whole server, because it knows the public URL.
  strictTransportSecurity: false,
});

/** The service worker fetches from this server only. */
const workerPolicy = "default-src 'none'; connect-src 'self'";

const nobody = { result: "error", msg: notLoggedIn.message, code: notLoggedIn.code };

/**
 * The web client: its page at `/` for logged-in users and spectators, its files, and the data that a browser
 * needs to start. Other requests go on to the next handler; so does `/` where the client isn't built.
 */
export const webClient = ({
  folder,
  visitorOf,
  csrfToken,
  sendsMail,
  renewSession,
}: Options): RequestHandler => {
  const build = readBuild(folder);
  const router = express.Router({ caseSensitive: true });
  router.use("/json", compressJson);
  if (build === undefined) return router;

  router.get("/", (request, response, next) => {
    const showTo = (visitor: Visitor): void => {
      if (visitor.userId === 0)
        response.set("Link", build.second.map((name) => `</web/${name}>; rel=modulepreload`).join(", "));
      headers(request, response, () => {
        response.set("Cache-Control", "no-store").type("html").send(build.page);
      });
    };
    visitorOf(request)
      .then(
        E.match(
          () => next(),
          (visitor) => (visitor ? showTo(visitor) : next()),
        ),
      )
      .catch(next);
  });
  router.get("/json/session", (request, response, next) => {
    const nameTo = (visitor: Visitor | null): void => {
      if (visitor === null) return void response.status(401).json(nobody);
      const { userId, realmName } = visitor;
      const who = { user_id: userId, realm_name: realmName };
      const answer = { result: "success", msg: "", ...who, sends_mail: sendsMail() };
      renewSession(request, response);
      response
        .set("Cache-Control", "no-store")
        .type("json")
        .end(JSON.stringify({ ...answer, csrf_token: csrfToken(request, response) }));
    };
    visitorOf(request)
      .then(E.match(() => next(), nameTo))
      .catch(next);
  });
  router.get("/manifest.webmanifest", (request, response, next) => {
    const nameTo = (found: Awaited<ReturnType<typeof visitorOf>>): void => {
      const visitor = pipe(
        found,
        E.getOrElseW(() => null),
      );
      response
        .type("application/manifest+json")
        .end(JSON.stringify(manifestOf(visitor?.realmName ?? "Parley")));
    };
    visitorOf(request).then(nameTo).catch(next);
  });
  router.get("/service-worker.js", (request, response, next) => {
    if (build.worker === undefined) return next();
    response.set("Content-Security-Policy", workerPolicy);
    // Browsers request it at each start, which is how they find a new build.
    sendAsset(request, response, build.worker, "no-cache");
  });
  router.get("/web/:name", (request, response, next) => {
    const { name } = request.params;
    if (build.sourceMaps.has(name)) return response.sendFile(name, { root: folder, ...forever }, next);
    const asset = build.assets.get(name);
    if (asset === undefined) return next();
    sendAsset(request, response, asset);
  });
  return router;
};

/** The name of a file changes with its content. */
const forever = { maxAge: secondsIn.year * 1000, immutable: true };

const sendAsset = (
  request: Request,
  response: Response,
  { type, plain, gzip, brotli }: Asset,
  caching = `public, max-age=${secondsIn.year}, immutable`,
): void => {
  response.vary("Accept-Encoding").set({
    "Cache-Control": caching,
    "Content-Type": type,
  });
  const chosen = request.acceptsEncodings("br", "gzip");
  if (chosen === "br" && brotli) response.set("Content-Encoding", "br").end(brotli);
  else if (chosen !== false && gzip && request.acceptsEncodings("gzip"))
    response.set("Content-Encoding", "gzip").end(gzip);
  else response.end(plain);
};
