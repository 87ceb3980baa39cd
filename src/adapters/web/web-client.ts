import express, { type Request, type RequestHandler, type Response } from "express";
import { type Either, isLeft } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import { type Asset, readBuild } from "./assets";
import { compressJson } from "./compress-json";
import { manifestOf } from "./manifest";

/** Whom a browser's session is of. */
interface Visitor {
  /** 0 for spectators: people who read what is open to the web without an account. */
  readonly userId: number;
  readonly realmName: string;
}

interface Options {
  /** Where the built client is. */
  readonly folder: string;
  /** Whom the request's session is of; null for who must log in; a failure where there is no organization. */
  readonly visitorOf: (request: Request) => Promise<Either<ApiError, Visitor | null>>;
  /** The value that this browser sends along with what changes something. */
  readonly csrfToken: (request: Request, response: Response) => string;
  /** Lets the browser keep its session for as long again. */
  readonly renewSession: (request: Request, response: Response) => void;
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // KaTeX places its parts by style attributes.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self'",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types parley",
].join("; ");

/** The service worker fetches from here, and nothing else. */
const workerPolicy = "default-src 'none'; connect-src 'self'";

const nobody = { result: "error", msg: "Not logged in", code: "UNAUTHORIZED" };

const yearSeconds = 365 * 86_400;

/**
 * The web client: its page at `/` for whoever is logged in or may read without an account, its files, and what a browser must know to begin.
 * Everything else goes on to the next handler; so does `/` where the client isn't built.
 */
export const webClient = ({ folder, visitorOf, csrfToken, renewSession }: Options): RequestHandler => {
  const build = readBuild(folder);
  const router = express.Router({ caseSensitive: true });
  router.use("/json", compressJson);
  if (build === undefined) return router;

  router.get("/", (request, response, next) => {
    visitorOf(request).then((visitor) => {
      if (isLeft(visitor) || visitor.right === null) return next();
      if (visitor.right.userId === 0)
        response.set("Link", build.second.map((name) => `</web/${name}>; rel=modulepreload`).join(", "));
      response
        .set({
          "Content-Security-Policy": policy,
          "X-Content-Type-Options": "nosniff",
          "Referrer-Policy": "same-origin",
          "Cache-Control": "no-store",
        })
        .type("html")
        .send(build.page);
    }, next);
  });
  router.get("/json/session", (request, response, next) => {
    visitorOf(request).then((visitor) => {
      if (isLeft(visitor)) return next();
      if (visitor.right === null) return void response.status(401).json(nobody);
      const { userId, realmName } = visitor.right;
      const answer = { result: "success", msg: "", user_id: userId, realm_name: realmName };
      renewSession(request, response);
      response
        .set("Cache-Control", "no-store")
        .type("json")
        .end(JSON.stringify({ ...answer, csrf_token: csrfToken(request, response) }));
    }, next);
  });
  router.get("/manifest.webmanifest", (request, response, next) => {
    visitorOf(request).then((visitor) => {
      const name = isLeft(visitor) || visitor.right === null ? "Parley" : visitor.right.realmName;
      response.type("application/manifest+json").end(JSON.stringify(manifestOf(name)));
    }, next);
  });
  router.get("/service-worker.js", (request, response, next) => {
    if (build.worker === undefined) return next();
    response.set("Content-Security-Policy", workerPolicy);
    // Browsers ask for it again at each start: a new build is known by it.
    sendAsset(request, response, build.worker, "no-cache");
  });
  router.get("/web/:name", (request, response, next) => {
    const asset = build.assets.get(request.params.name);
    if (asset === undefined) return next();
    sendAsset(request, response, asset);
  });
  return router;
};

const sendAsset = (
  request: Request,
  response: Response,
  { type, plain, gzip, brotli }: Asset,
  caching = `public, max-age=${yearSeconds}, immutable`,
): void => {
  response.vary("Accept-Encoding").set({
    "Cache-Control": caching,
    "Content-Type": type,
    "X-Content-Type-Options": "nosniff",
  });
  const chosen = request.acceptsEncodings("br", "gzip");
  if (chosen === "br" && brotli) response.set("Content-Encoding", "br").end(brotli);
  else if (chosen !== false && gzip && request.acceptsEncodings("gzip"))
    response.set("Content-Encoding", "gzip").end(gzip);
  else response.end(plain);
};
