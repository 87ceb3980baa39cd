import express, { type Router } from "express";
import { isLeft } from "fp-ts/Either";
import type { UseCases } from "../../application/use-cases";
import { avatarUrl } from "./encode/user";
import { realmFacts, type ServerFacts } from "./request-context";

const colors = [
  "#5b7fa6",
  "#8a6d3b",
  "#3f7f5f",
  "#8a4f7d",
  "#a0522d",
  "#4f6d8a",
  "#6b6b3a",
  "#7a4a4a",
] as const;

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const square = (letters: string, color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100"><rect width="100" height="100" fill="${color}"/><text x="50" y="50" dy=".35em" text-anchor="middle" font-family="sans-serif" font-size="44" fill="#fff">${escapeXml(letters)}</text></svg>`;

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .filter((letter) => letter !== "")
    .filter((_letter, index, all) => index === 0 || index === all.length - 1)
    .join("")
    .toUpperCase();

/** Pictures and data that clients load without logging in. */
export const staticRoutes = (
  app: UseCases,
  server: ServerFacts,
  emojiNames: Readonly<Record<string, readonly string[]>>,
): Router => {
  const router = express.Router();
  const emoji = JSON.stringify({ code_to_names: emojiNames });
  router.get("/static/generated/emoji/emoji_api.json", (_request, response) => {
    response.set("Cache-Control", "public, max-age=86400").type("json").end(emoji);
  });
  router.get("/static/images/realm-icon.svg", (_request, response) => {
    response.type("svg").end(square("P", colors[0]));
  });
  router.get("/static/images/unknown-user.svg", (_request, response) => {
    response.type("svg").end(square("?", colors[5]));
  });
  router.get(["/avatar/:id", "/avatar/:id/:size"], async (request, response, next) => {
    const found = await app.realms.find(request.hostname)();
    const user = isLeft(found) ? undefined : found.right.users.get(Number(request.params.id));
    const { size } = request.params;
    if (isLeft(found) || user === undefined || (size !== undefined && size !== "medium")) return next();
    if (user.avatar.source === "upload") {
      const reader = { user: undefined, realm: realmFacts(found.right.realm, server), clientGravatar: false };
      return response.redirect(302, avatarUrl(user, reader, size === "medium" ? "medium" : "small") ?? "/");
    }
    const color = colors[user.id % colors.length] ?? colors[0];
    response
      .set("Content-Security-Policy", "default-src 'none'")
      .type("svg")
      .end(square(initials(user.fullName), color));
  });
  return router;
};
