import { re2Patterns } from "../../../src/adapters/linkifiers/re2-patterns";
import { rfc6570Templates } from "../../../src/adapters/linkifiers/rfc6570-templates";
import type { Linkifier } from "../../../src/domain/linkifiers/linkifier";
import { memoryRealm } from "./memory-realm";

/** A realm that reads patterns and templates as the server does. */
export const linkifierRealm = () =>
  memoryRealm(
    { people: { mo: "moderator", gina: "guest" } },
    { linkifierPatterns: re2Patterns, urlTemplates: rfc6570Templates },
  );

/** A linkifier for the tickets of a tracker, such as A-12. */
export const ticket = (tracker: string, more: Partial<Linkifier> = {}) => ({
  pattern: `${tracker}-(?P<id>[0-9]+)`,
  urlTemplate: `https://${tracker}.example.com/{id}`,
  exampleInput: null,
  reverseTemplate: null,
  alternativeUrlTemplates: [],
  ...more,
});

/** An update that changes nothing. */
export const unchanged = {
  pattern: undefined,
  urlTemplate: undefined,
  exampleInput: undefined,
  reverseTemplate: undefined,
  alternativeUrlTemplates: undefined,
};

export const notAdministrator = "Must be an organization administrator";
