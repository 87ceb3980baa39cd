import express, { type RequestHandler, type Response, type Router } from "express";
import { pipe } from "fp-ts/function";
import * as O from "fp-ts/Option";
import * as TO from "fp-ts/TaskOption";
import type { Needs } from "../../../application/bind-use-cases";
import type { Clock } from "../../../application/ports/system/clock";
import { findRealm } from "../../../application/realm/find-realm";
import { userKnownTo } from "../../../domain/policy/user-access";
import { escapeHtml } from "../../../domain/text/html";
import { secondsIn } from "../../../domain/units/time";
import { avatarUrl } from "../../zulip-wire/encode/user";
import { realmInfo, type ServerInfo } from "../../zulip-wire/server-info";
import type { Authentication } from "../authentication/authentication";
import { signedInIfAny } from "../authentication/signed-in";
import { type Cells, type Color, cellsPng, identiconOf, letterP, questionMark, unreadP } from "./identicon";

const colors: readonly Color[] = [
  [91, 127, 166],
  [138, 109, 59],
  [63, 127, 95],
  [138, 79, 125],
  [160, 82, 45],
  [79, 109, 138],
  [107, 107, 58],
  [122, 74, 74],
];
const ownColor: Color = [91, 127, 166];
const grayBlue: Color = [79, 109, 138];

/** Sides of avatars in pixels, the same as for uploaded ones. */
const sizes = { small: 100, medium: 500 } as const;

/** The server's own icons: what they show, their side in pixels, and their margin in cells. Some systems round corners off. */
const icons: Readonly<Record<string, readonly [cells: Cells, pixels: number, marginCells?: number]>> = {
  favicon: [letterP, 72],
  "favicon-unread": [unreadP, 72],
  "apple-touch-icon": [letterP, 180, 1],
  "icon-192": [letterP, 192],
  "icon-512": [letterP, 512],
  "icon-maskable": [letterP, 512, 2],
};

const square = (letters: string, color: Color): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100"><rect width="100" height="100" fill="rgb(${color})"/><text x="50" y="50" dy=".35em" text-anchor="middle" font-family="sans-serif" font-size="44" fill="#fff">${escapeHtml(letters)}</text></svg>`;

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .filter((letter) => letter !== "")
    .filter((_letter, index, all) => index === 0 || index === all.length - 1)
    .join("")
    .toUpperCase();

/** Pictures and data that clients load without logging in. Requests with credentials must authenticate by one of `authentications`. */
export const staticRoutes = (
  services: Needs<typeof findRealm> & { readonly clock: Clock },
  server: ServerInfo,
  emojiNames: Readonly<Record<string, readonly string[]>>,
  authentications: readonly Authentication[],
): Router => {
  const router = express.Router();
  const find = findRealm(services);
  const emoji = JSON.stringify({ code_to_names: emojiNames });
  router.get("/static/generated/emoji/emoji_api.json", (_request, response) => {
    response.set("Cache-Control", `public, max-age=${secondsIn.day}`).type("json").end(emoji);
  });
  router.get("/static/images/realm-icon.svg", (_request, response) => {
    response.type("svg").end(square("P", ownColor));
  });
  const sendPng = async (
    response: Response,
    cells: Cells,
    color: Color,
    pixels: number,
    marginCells?: number,
  ): Promise<void> => {
    response.type("png").end(await cellsPng(cells, color, pixels, marginCells));
  };
  router.get("/static/generated/emoji/images/emoji/unicode/zulip.png", (_request, response) =>
    sendPng(response, letterP, ownColor, 72),
  );
  // Browsers draw a PNG faster than an SVG with text, and draw it while the client starts.
  for (const [name, [cells, pixels, marginCells]] of Object.entries(icons))
    router.get(`/static/images/${name}.png`, (_request, response) => {
      response.set("Cache-Control", `public, max-age=${secondsIn.day}`);
      return sendPng(response, cells, ownColor, pixels, marginCells);
    });
  router.get("/static/images/unknown-user{-:size}.png", (_request, response) =>
    sendPng(response, questionMark, grayBlue, sizes.medium),
  );
  const authenticatedIfTried: RequestHandler = (request, response, next) => {
    const authentication = authentications.find(({ carriesCredentials }) => carriesCredentials(request));
    if (authentication) authentication.required(request, response, next);
    else next();
  };
  // The mobile app derives the name of the medium size from the address, as for uploaded avatars.
  router.get(
    ["/avatar/:id-:size.png", "/avatar/:id", "/avatar/:id/:size"],
    authenticatedIfTried,
    async (request, response, next) => {
      const state = O.toUndefined(await pipe(find(request.hostname), TO.fromTaskEither)());
      // None of the paths has a wildcard.
      const { id: text = "", size } = request.params as { readonly id?: string; readonly size?: string };
      const isId = /^[1-9]\d{0,14}$/.test(text);
      if (state === undefined || !isId || (size !== undefined && size !== "medium")) return next();
      const id = Number(text);
      const named = size ?? "small";
      // The answer depends on the reader, so no cache may keep it for others.
      response.set("Cache-Control", "private, no-cache").vary("Accept, Authorization, Cookie");
      const { user: reader } = signedInIfAny(request) ?? {};
      const user = reader && userKnownTo(state, reader, id, services.clock.now());
      if (user?.avatar.source === "upload") {
        const asked = { user: reader, realm: realmInfo(state.realm, server), clientGravatar: false };
        return response.redirect(302, avatarUrl(user, asked, named) ?? "/");
      }
      const color = colors[id % colors.length] ?? ownColor;
      // Only browsers, which name SVG, can show it, even if they name PNG first; apps get PNG. For users that the
      // caller can't see, the picture depends on the id alone.
      const isForBrowser = !request.path.endsWith(".png") && request.accepts().includes("image/svg+xml");
      if (user === undefined || !isForBrowser) return sendPng(response, identiconOf(id), color, sizes[named]);
      response
        .set("Content-Security-Policy", "default-src 'none'")
        .type("svg")
        .end(square(initials(user.fullName), color));
    },
  );
  return router;
};
