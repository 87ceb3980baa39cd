import * as E from "fp-ts/Either";
import { redirected } from "../../../src/adapters/net/redirected";

const from = (url: string) => ({
  method: "POST" as const,
  url,
  headers: { Authorization: "Bearer secret", "Content-Type": "text/plain", Accept: "*/*" },
  body: "said",
});

test("a redirect from HTTPS to HTTP is refused, because anyone on the way could read the rest", () => {
  for (const location of ["http://service.example/next", "http://other.example/"])
    expect(redirected(from("https://service.example/"), 307, location)).toMatchObject(
      E.left({ problem: "forbidden" }),
    );
  expect(redirected(from("http://service.example/"), 307, "https://service.example/next")).toMatchObject(
    E.right({ url: "https://service.example/next" }),
  );
});

test("a token isn't sent to another scheme, host or port", () => {
  const tokenAfter = (location: string) => {
    const next = redirected(from("http://service.example/"), 308, location);
    return E.isRight(next) ? next.right.headers?.Authorization : "refused";
  };
  expect(tokenAfter("/next")).toBe("Bearer secret");
  for (const location of ["https://service.example/", "http://service.example:81/", "//other.example/"])
    expect(tokenAfter(location)).toBeUndefined();
});

test("only 307 and 308 send the body again", () => {
  const next = (status: number) => redirected(from("http://service.example/"), status, "/next");
  for (const status of [307, 308])
    expect(next(status)).toMatchObject(E.right({ method: "POST", body: "said" }));
  for (const status of [301, 302, 303])
    expect(next(status)).toEqual(
      E.right({
        method: "GET",
        url: "http://service.example/next",
        headers: { Authorization: "Bearer secret", Accept: "*/*" },
      }),
    );
});
