import type { LookupAddress } from "node:dns";
import * as E from "fp-ts/Either";
import { addressGuard, anyAddress } from "../../../src/adapters/net/address-guard";
import { guardedFetch } from "../../../src/adapters/net/guarded-fetch";
import { type OutgoingOptions, undiciHttp } from "../../../src/adapters/net/undici-http";
import type { OutgoingHttp, OutgoingProblem } from "../../../src/application/ports/system/outgoing-http";
import {
  answering,
  flooding,
  hanging,
  type Peer,
  quickLimits,
  resetting,
  stalling,
  startPeer,
} from "../../support/servers/peer";

const at = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

/** Names in the tests' DNS: each lookup gets the next answer of its list, the last one repeatedly. */
const dns = (names: Readonly<Record<string, readonly LookupAddress[][]>>) => {
  const asked: string[] = [];
  const resolve: OutgoingOptions["resolve"] = async (host) => {
    asked.push(host);
    const answers = names[host];
    const nth = asked.filter((one) => one === host).length;
    const found = answers?.[Math.min(nth, answers.length) - 1];
    if (found === undefined) throw Object.assign(new Error(`no ${host}`), { code: "ENOTFOUND" });
    return found;
  };
  return { asked, resolve };
};

const guarded = (more: Partial<OutgoingOptions> = {}) =>
  undiciHttp({ ...quickLimits(), isAllowed: addressGuard([]), ...more });
const open = (more: Partial<OutgoingOptions> = {}) => guarded({ isAllowed: anyAddress, ...more });

const problemOf = async (call: ReturnType<OutgoingHttp["request"]>): Promise<OutgoingProblem | "none"> => {
  const answer = await call;
  return E.isLeft(answer) ? answer.left.problem : "none";
};

let peer: Peer;
beforeEach(async () => {
  peer = await startPeer();
});
afterEach(() => peer.close());

describe("requests and responses", () => {
  test("sends a request as given and returns its response", async () => {
    peer.answer(answering(201, { content: "grüß dich" }, { "X-Thing": "a" }));
    const answer = await open().request({
      method: "POST",
      url: `${peer.url}/path?q=1`,
      body: "ünï",
      headers: { "Content-Type": "text/plain" },
    });
    expect(answer).toMatchObject({
      right: { status: 201, body: '{"content":"grüß dich"}', headers: { "x-thing": "a" } },
    });
    expect(peer.received).toEqual([
      {
        method: "POST",
        url: "/path?q=1",
        body: "ünï",
        headers: expect.objectContaining({ "content-type": "text/plain", "content-length": "5" }),
      },
    ]);
  });

  test("sends credentials of the URL as a header, and drops them on a redirect to another server", async () => {
    const other = await startPeer();
    peer.answer(answering(307, "", { Location: `${other.url}/there` }));
    const url = new URL(peer.url);
    url.username = "user";
    url.password = "pass";
    const headers = { "Content-Type": "text/plain", Cookie: "a=b" };
    await open().request({ method: "POST", url: url.href, headers, body: "hello" });
    expect(peer.received[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from("user:pass").toString("base64")}`,
      cookie: "a=b",
    });
    expect(other.received).toMatchObject([{ method: "POST", url: "/there", body: "hello" }]);
    expect(other.received[0]?.headers).not.toHaveProperty("authorization");
    expect(other.received[0]?.headers).not.toHaveProperty("cookie");
    await other.close();
  });

  test("drops a token of the request's own on a redirect to another server, and keeps it on the same one", async () => {
    const other = await startPeer();
    const headers = { Authorization: "Bearer secret" };
    peer.answer((response, { url }) =>
      answering(307, "", { Location: url === "/" ? "/next" : other.url })(response, {} as never),
    );
    await open().request({ method: "POST", url: `${peer.url}/`, headers, body: "hello" });
    expect(peer.received[1]?.headers).toMatchObject({ authorization: "Bearer secret" });
    expect(other.received).toHaveLength(1);
    expect(other.received[0]?.headers).not.toHaveProperty("authorization");
    await other.close();
  });

  test.each([
    [301, "GET", ""],
    [302, "GET", ""],
    [303, "GET", ""],
    [307, "POST", "hello"],
    [308, "POST", "hello"],
  ])("after %i the next request is %s", async (status, method, body) => {
    peer.answer((response, { url }) =>
      answering(
        url === "/" ? status : 200,
        "there",
        url === "/" ? { Location: "/next" } : {},
      )(response, {} as never),
    );
    const answer = await open().request({ method: "POST", url: `${peer.url}/`, body: "hello" });
    expect(answer).toMatchObject({ right: { status: 200, body: "there" } });
    expect(peer.received[1]).toMatchObject({ method, url: "/next", body });
  });

  test("returns a redirect without a location as the response", async () => {
    peer.answer(answering(302, "lost"));
    expect(await open().request({ method: "GET", url: peer.url })).toMatchObject({
      right: { status: 302, body: "lost" },
    });
  });
});

describe("request options", () => {
  test("returns the redirect itself if asked to", async () => {
    peer.answer(answering(302, "", { Location: "/next" }));
    const answer = await open({ answersRedirects: true }).request({ method: "GET", url: peer.url });
    expect(answer).toMatchObject({ right: { status: 302, headers: { location: "/next" } } });
    expect(peer.received).toHaveLength(1);
  });

  test.each([
    [true, undefined],
    [false, "close"],
  ])("a client that keeps connections (%s) announces it", async (keepsConnections, announced) => {
    const http = open({ keepsConnections });
    for (let times = 0; times < 2; times += 1) {
      await http.request({ method: "GET", url: peer.url });
      // A connection becomes free a moment after its response.
      await new Promise(setImmediate);
    }
    expect(peer.connections).toBe(keepsConnections ? 1 : 2);
    if (announced !== undefined) expect(peer.received[0]?.headers.connection).toBe(announced);
  });

  test("a library's fetch passes the guard and its limits", async () => {
    peer.answer(answering(201, { kept: true }, { "X-Thing": "a" }));
    const form = new URLSearchParams({ a: "b c" });
    const options = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } };
    const answer = await guardedFetch(open())(`${peer.url}/token`, { ...options, body: form });
    expect([answer.status, answer.headers.get("x-thing"), await answer.json()]).toEqual([
      201,
      "a",
      { kept: true },
    ]);
    expect(peer.received[0]).toMatchObject({ method: "POST", url: "/token", body: "a=b+c" });
    const refused = guardedFetch(guarded())(`${peer.url}/token`, { ...options, body: form });
    await expect(refused).rejects.toMatchObject({ problem: "forbidden" });
    peer.answer((response) => void response.writeHead(204).end());
    const nothing = await guardedFetch(open())(peer.url, { method: "GET", headers: {} });
    expect([nothing.status, nothing.body]).toEqual([204, null]);
  });
});

describe("failures", () => {
  test.each<[string, Parameters<Peer["answer"]>[0], OutgoingProblem]>([
    ["a server that never answers", hanging, "timeout"],
    ["a body that stops half-way", stalling, "timeout"],
    ["a reset", resetting, "unreachable"],
    ["a body without end", flooding, "too_large"],
    ["redirects without end", answering(302, "", { Location: "/again" }), "too_many_redirects"],
    ["a redirect to nowhere", answering(302, "", { Location: "http://" }), "unreachable"],
    ["a redirect to a file", answering(302, "", { Location: "file:///etc/passwd" }), "forbidden"],
  ])("reports %s", async (_what, how, problem) => {
    peer.answer(how);
    expect(await problemOf(open().request({ method: "POST", url: peer.url, body: "x" }))).toBe(problem);
  });

  test("reports a closed port, an unknown name and a response that isn't HTTP", async () => {
    await peer.close();
    const { resolve } = dns({});
    for (const url of [peer.url, "http://nowhere.example/"])
      expect(await problemOf(open({ resolve }).request({ method: "GET", url }))).toBe("unreachable");
    peer = await startPeer((response) => response.socket?.end("hello\r\n"));
    expect(await problemOf(open().request({ method: "GET", url: peer.url }))).toBe("unreachable");
  });

  test("the time limit covers all redirects together", async () => {
    peer.answer((response) =>
      setTimeout(() => answering(302, "", { Location: "/again" })(response, {} as never), 120),
    );
    expect(await problemOf(open({ timeout: 300 }).request({ method: "GET", url: peer.url }))).toBe("timeout");
  });
});

describe("forbidden addresses", () => {
  const refused = (url: string, more: Partial<OutgoingOptions> = {}) =>
    problemOf(guarded(more).request({ method: "POST", url, body: "x" }));

  test.each([
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "017700000001",
    "0177.0.0.01",
    "0",
    "127。0。0。1",
    "①②⑦.⓪.⓪.①",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:127.0.0.1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "169.254.169.254",
    "0xa9fea9fe",
    "[fe80::1]",
    "[fd00::1]",
  ])("refuses http://%s", async (host) => {
    expect(await refused(`http://${host}:${peer.port}/`)).toBe("forbidden");
    expect(peer.received).toEqual([]);
  });

  test.each(["ftp://1.1.1.1/", "file:///etc/passwd", "javascript:alert(1)", "not a url", ""])(
    "refuses %s",
    async (url) => {
      expect(await refused(url)).toBe("forbidden");
    },
  );

  test("refuses localhost, and names that resolve to a private network", async () => {
    expect(await refused(`http://localhost:${peer.port}/`)).toBe("forbidden");
    const { resolve } = dns({
      "four.example": [at("127.0.0.1")],
      "six.example": [at("::1")],
      "mapped.example": [at("::ffff:127.0.0.1")],
      "both.example": [at("10.0.0.1", "fd00::1")],
    });
    for (const name of ["four", "six", "mapped", "both"])
      expect([name, await refused(`http://${name}.example:${peer.port}/`, { resolve })]).toEqual([
        name,
        "forbidden",
      ]);
    expect(peer.received).toEqual([]);
  });

  test("resolves a name once per connection, and uses only allowed addresses", async () => {
    // One of its two addresses is private, so the connection goes to the other, where nobody listens.
    const { resolve, asked } = dns({ "mixed.example": [at("127.0.0.2", "127.0.0.1")] });
    const isAllowed = addressGuard(["127.0.0.2"]);
    expect(await refused(`http://mixed.example:${peer.port}/`, { resolve, isAllowed })).toBe("unreachable");
    expect(asked).toEqual(["mixed.example"]);
    expect(peer.received).toEqual([]);
  });

  test("refuses a name that is public first and private later (DNS rebinding)", async () => {
    const outside = await startPeer(
      answering(307, "", { Location: `http://rebind.example:${peer.port}/` }),
      "127.0.0.2",
    );
    const { resolve, asked } = dns({ "rebind.example": [at("127.0.0.2"), at("127.0.0.1")] });
    const isAllowed = addressGuard(["127.0.0.2"]);
    const url = `http://rebind.example:${outside.port}/`;
    expect(await refused(url, { resolve, isAllowed })).toBe("forbidden");
    expect(asked).toEqual(["rebind.example", "rebind.example"]);
    expect([outside.received.length, peer.received.length]).toEqual([1, 0]);
    await outside.close();
  });

  test("drops a socket that reached another address than the lookup gave before it sends a byte", async () => {
    const { resolve } = dns({ "trick.example": [at("127.0.0.1")] });
    let asked = 0;
    // Allows the address at the lookup and refuses it at the connection.
    const isAllowed = () => {
      asked += 1;
      return asked === 1;
    };
    expect(await refused(`http://trick.example:${peer.port}/`, { resolve, isAllowed })).toBe("forbidden");
    expect([asked, peer.received]).toEqual([2, []]);
  });

  test.each([301, 302, 303, 307, 308])(
    "refuses a redirect with %i into a private network",
    async (status) => {
      const outside = await startPeer(undefined, "127.0.0.2");
      const { resolve } = dns({ "inside.example": [at("127.0.0.1")] });
      const isAllowed = addressGuard(["127.0.0.2"]);
      for (const host of ["127.0.0.1", "2130706433", "[::ffff:127.0.0.1]", "inside.example"]) {
        outside.answer(answering(status, "", { Location: `http://${host}:${peer.port}/` }));
        expect([host, await refused(outside.url, { isAllowed, resolve })]).toEqual([host, "forbidden"]);
      }
      expect(peer.received).toEqual([]);
      await outside.close();
    },
  );

  test("calls addresses that the operator allows", async () => {
    const isAllowed = addressGuard(["127.0.0.0/8"]);
    const answer = await guarded({ isAllowed }).request({ method: "GET", url: peer.url });
    expect(answer).toMatchObject({ right: { status: 200 } });
  });
});
