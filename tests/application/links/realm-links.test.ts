import * as E from "fp-ts/Either";
import { isLinkExpired, linkTo, readLink } from "../../../src/application/links/realm-links";
import { plainLinkTokens } from "../../support/application/fakes";
import { refusalOf } from "../../support/application/memory-application";

const ports = { siteUrl: () => "https://chat.example.com", linkTokens: plainLinkTokens };

test("a page of an organization has the address of the organization", () => {
  expect(linkTo(ports, { subdomain: "" }, "/login")).toBe("https://chat.example.com/login");
  expect(linkTo(ports, { subdomain: "acme" })).toBe("https://acme.chat.example.com");
});

test("a link is read for its purpose, in its organization", () => {
  const values = { realm: 7, email: "zoe@example.org", expiresAt: 1000 };
  const token = plainLinkTokens.write("sign_up", values);
  expect(readLink(ports, "sign_up", 7, token)).toEqual(E.right(values));
  expect(refusalOf(readLink(ports, "sign_up", 8, token))).toMatch(/another organization/);
  for (const [purpose, given] of [
    ["invitation", token],
    ["sign_up", "x"],
  ] as const)
    expect(refusalOf(readLink(ports, purpose, 7, given))).toMatch(/invalid or incomplete/);
});

test("a link works until the moment that it names", () => {
  expect(isLinkExpired({ expiresAt: 1000 }, 999)).toBe(false);
  expect(isLinkExpired({ expiresAt: 1000 }, 1000)).toBe(true);
});
