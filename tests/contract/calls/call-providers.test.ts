import { createHash } from "node:crypto";
import * as E from "fp-ts/Either";
import { bigBlueButton } from "../../../src/adapters/calls/big-blue-button";
import { constructorGroups } from "../../../src/adapters/calls/constructor-groups";
import { galene } from "../../../src/adapters/calls/galene";
import { jitsi } from "../../../src/adapters/calls/jitsi";
import { nextcloudTalk } from "../../../src/adapters/calls/nextcloud-talk";
import { webex } from "../../../src/adapters/calls/webex";
import { zoom, zoomForAll } from "../../../src/adapters/calls/zoom";
import { anyAddress } from "../../../src/adapters/net/address-guard";
import { undiciHttp } from "../../../src/adapters/net/undici-http";
import { signedLinkTokens } from "../../../src/adapters/security/link-tokens";
import type {
  CallFailure,
  CallProvider,
  CallRequest,
} from "../../../src/application/ports/calls/call-provider";
import type { OutgoingHttp } from "../../../src/application/ports/system/outgoing-http";
import { callServices } from "../../../src/domain/calls/call-service";
import { fixedClock } from "../../support/application/fakes";
import { scriptedCallProvider } from "../../support/application/scripted-call-provider";
import {
  type Answering,
  answering,
  byPath,
  flooding,
  hanging,
  oneOf,
  type Peer,
  quickLimits,
  type Received,
  resetting,
  stalling,
  startPeer,
} from "../../support/servers/peer";
import { callProviderContract } from "./call-provider.contract";

const http: OutgoingHttp = {
  request: (one) => undiciHttp({ ...quickLimits(), isAllowed: anyAddress }).request(one),
};
const tickets = signedLinkTokens("a secret of thirty-two characters or more");
const clock = fixedClock();
const caller = { id: 7, email: "ann+x@example.com", fullName: "Ann & Ünï" };
const wanted = (more: Partial<CallRequest> = {}): CallRequest => ({
  caller,
  title: "Plans & more",
  isVideo: true,
  token: undefined,
  ownServer: null,
  ...more,
});

describe("the fake used by use-case tests", () =>
  callProviderContract(() => {
    const { provider, answer } = scriptedCallProvider(callServices.zoom, { signsOn: true });
    return {
      provider,
      code: "good",
      succeed: () => {
        answer.made = E.right({ url: "https://zoom.example/j/1" });
      },
      fail: () => {
        answer.made = E.left({ kind: "failed" });
      },
    };
  }));

let peer: Peer;
beforeEach(async () => {
  peer = await startPeer();
});
afterEach(() => peer.close());

const failureOf = <A>(outcome: E.Either<CallFailure, A> | undefined): CallFailure => {
  if (outcome?._tag !== "Left") throw new Error(`Unexpected success: ${JSON.stringify(outcome)}`);
  return outcome.left;
};
const madeOf = <A>(outcome: E.Either<CallFailure, A> | undefined): A => {
  if (outcome?._tag !== "Right") throw new Error(`Unexpected failure: ${JSON.stringify(outcome)}`);
  return outcome.right;
};
const basicOf = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

const faults: readonly (readonly [string, Answering, CallFailure])[] = [
  ["404", answering(404, "x".repeat(300)), { kind: "unreachable", reason: `HTTP 404: ${"x".repeat(200)}` }],
  ["500", answering(500, "broken"), { kind: "unreachable", reason: "HTTP 500: broken" }],
  ["a reset", resetting, { kind: "unreachable", reason: expect.any(String) }],
  ["silence", hanging, { kind: "unreachable", reason: "No answer in time" }],
  ["a body that stops", stalling, { kind: "unreachable", reason: "No answer in time" }],
  ["a body without end", flooding, { kind: "unreachable", reason: expect.stringContaining("longer than") }],
];

describe("Jitsi", () => {
  test("creates a room for each call, on the organization's server if it names one", async () => {
    const provider = jitsi("https://meet.example.com");
    const urls = [await provider.create(wanted()), await provider.create(wanted())].map(
      (made) => madeOf(made).url,
    );
    for (const url of urls)
      expect(url).toMatch(/^https:\/\/meet\.example\.com\/\d{15}#config\.startWithVideoMuted=false$/);
    expect(urls[0]).not.toBe(urls[1]);
    const own = await provider.create(wanted({ ownServer: "https://own.example/tenant/", isVideo: false }));
    expect(madeOf(own).url).toMatch(
      /^https:\/\/own\.example\/tenant\/\d{15}#config\.startWithVideoMuted=true$/,
    );
  });
});

describe("BigBlueButton", () => {
  const secret = "bbb secret";
  const begin = (more: Partial<CallRequest> = {}) => provider().create(wanted(more));
  const provider = (): CallProvider =>
    bigBlueButton({ http, tickets, secret, url: `${peer.url}/bigbluebutton` });
  const ticketIn = (url: string) =>
    new URL(url, "http://chat.example").searchParams.get("bigbluebutton") ?? "";
  const join = async (ticket: string, user = caller) => provider().meetings?.join(ticket, user);
  /** Checks a request's signature as BigBlueButton does: over the call's name, the query and the secret. */
  const isSigned = ({ url }: { readonly url: string }): boolean => {
    const [, call = "", query = "", checksum = ""] = /\/api\/(\w+)\?(.*)&checksum=(\w+)$/.exec(url) ?? [];
    return createHash("sha256").update(`${call}${query}${secret}`).digest("hex") === checksum;
  };
  const server: Answering = (response, received) =>
    answering(
      200,
      isSigned(received)
        ? "<response><returncode>SUCCESS</returncode><createTime>1700000000001</createTime><messageKey/></response>"
        : "<response><returncode>FAILED</returncode><messageKey>checksumError</messageKey></response>",
    )(response, received);

  test("following the link starts the meeting and lets people in under their own name", async () => {
    peer.answer(server);
    const { url } = madeOf(await begin({ isVideo: false }));
    expect(url).toMatch(/^\/calls\/bigbluebutton\/join\?bigbluebutton=[\w.-]+$/);
    expect(peer.received).toEqual([]);
    const [host, guest] = [
      new URL(madeOf(await join(ticketIn(url)))),
      new URL(madeOf(await join(ticketIn(url), { ...caller, id: 8, fullName: "Ben" }))),
    ];
    expect(peer.received.map((one) => [one.method, isSigned(one)])).toEqual([
      ["GET", true],
      ["GET", true],
    ]);
    const created = new URL(peer.received[0]?.url ?? "", peer.url).searchParams;
    expect(Object.fromEntries(created)).toMatchObject({
      name: "Plans & more",
      lockSettingsDisableCam: "true",
      meetingID: expect.stringMatching(/^parley-\d{12}$/),
    });
    for (const [place, role, fullName] of [
      [host, "MODERATOR", "Ann & Ünï"],
      [guest, "VIEWER", "Ben"],
    ] as const) {
      expect(`${place.origin}${place.pathname}`).toBe(`${peer.url}/bigbluebutton/api/join`);
      expect(Object.fromEntries(place.searchParams)).toMatchObject({
        role,
        fullName,
        createTime: "1700000000001",
        meetingID: created.get("meetingID"),
      });
      expect(isSigned({ url: place.href })).toBe(true);
    }
  });

  test("refuses a ticket that was tampered with or issued for something else", async () => {
    const ticket = ticketIn(madeOf(await begin()).url);
    for (const other of [
      `x${ticket}`,
      "",
      ticket.split(".")[0] ?? "",
      tickets.write("invitation", { realm: 1, invitation: 2 }),
    ])
      expect(await join(other)).toBeUndefined();
    expect(peer.received).toEqual([]);
  });

  test("reports a wrong secret, a refusal and an answer that isn't XML", async () => {
    const ticket = ticketIn(madeOf(await begin()).url);
    peer.answer(server);
    const other = bigBlueButton({ http, tickets, secret: "other", url: `${peer.url}/bigbluebutton` });
    expect(failureOf(await other.meetings?.join(ticket, caller))).toEqual({ kind: "refused_signature" });
    peer.answer(answering(200, "<response><returncode>FAILED</returncode></response>"));
    expect(failureOf(await join(ticket))).toEqual({ kind: "unexpected", status: "FAILED" });
    for (const body of ["<html>", "", "{}", "<response>x</response>"]) {
      peer.answer(answering(200, body));
      expect(failureOf(await join(ticket))).toEqual({
        kind: "unexpected",
        status: "not an answer of BigBlueButton",
      });
    }
  });

  test.each(faults)("starting a meeting fails: %s", async (_what, how, failure) => {
    const ticket = ticketIn(madeOf(await begin()).url);
    peer.answer(how);
    expect(failureOf(await join(ticket))).toEqual(failure);
  });
});

describe("Nextcloud Talk", () => {
  const create = (more: Partial<CallRequest> = {}) =>
    nextcloudTalk({ http, url: peer.url, user: "maker", password: "app password" }).create(wanted(more));

  test("the app's own account creates a public room", async () => {
    peer.answer(answering(201, { ocs: { meta: {}, data: { token: "abc123" } } }));
    expect(madeOf(await create())).toEqual({ url: `${peer.url}/index.php/call/abc123` });
    expect(peer.received).toEqual([
      {
        method: "POST",
        url: "/ocs/v2.php/apps/spreed/api/v4/room",
        body: JSON.stringify({ roomType: 3, roomName: "Plans & more" }),
        headers: expect.objectContaining({
          "ocs-apirequest": "true",
          authorization: basicOf("maker", "app password"),
          "content-type": "application/json",
          accept: "application/json",
        }),
      },
    ]);
    await create({ title: "é".repeat(256) });
    expect(JSON.parse(peer.received[1]?.body ?? "").roomName).toBe(`${"é".repeat(252)}...`);
  });

  test.each(["{}", "no JSON", '{"ocs":{"data":{"token":5}}}'])(
    "rejects an answer of another shape: %s",
    async (body) => {
      peer.answer(answering(200, body));
      expect(failureOf(await create())).toEqual({ kind: "failed" });
    },
  );

  test.each(faults)("creating a room fails: %s", async (_what, how, failure) => {
    peer.answer(how);
    expect(failureOf(await create())).toEqual(failure);
  });
});

describe("Constructor Groups", () => {
  const create = () =>
    constructorGroups({ http, url: `${peer.url}/xapi/`, accessKey: "access", secretKey: "secret" }).create(
      wanted(),
    );

  test("links to the caller's own room with a token that doesn't contain the secret key", async () => {
    peer.answer(answering(200, { id: 5, url: "https://groups.example/r/5" }));
    expect(madeOf(await create())).toEqual({ url: "https://groups.example/r/5" });
    const token = createHash("sha256").update("access|secret").digest("hex");
    expect(peer.received).toEqual([
      {
        method: "POST",
        url: "/xapi/room/default",
        body: JSON.stringify({
          creator_email: caller.email,
          name: "Ann & Ünï's room",
          fallback_name: "Ann & Ünï's room (ann+x@example.com)",
        }),
        headers: expect.objectContaining({ authorization: `Bearer access|${token}` }),
      },
    ]);
  });

  test.each(["{}", "no JSON", '{"url":5}', '{"url":""}', '{"url":"javascript:alert(1)"}'])(
    "rejects an answer of another shape: %s",
    async (body) => {
      peer.answer(answering(200, body));
      expect(failureOf(await create())).toEqual({ kind: "failed" });
    },
  );

  test.each(faults)("looking up a room fails: %s", async (_what, how, failure) => {
    peer.answer(how);
    expect(failureOf(await create())).toEqual(failure);
  });
});

describe("Galene", () => {
  const create = () => galene({ http, url: peer.url, user: "admin", password: "pw" }).create(wanted());

  test("creates a group for each call and a token that admits anyone with the link", async () => {
    peer.answer((response, { method, url }) =>
      (method === "PUT" ? answering(201) : answering(201, "", { Location: `${url}tok-1` }))(
        response,
        {} as Received,
      ),
    );
    const { url } = madeOf(await create());
    const [put, post] = peer.received;
    const name = /^\/galene-api\/v0\/\.groups\/(parley-[0-9a-f-]{36})$/.exec(put?.url ?? "")?.[1];
    expect(url).toBe(`${peer.url}/group/${name}/?token=tok-1`);
    expect(put).toMatchObject({
      method: "PUT",
      headers: {
        "if-none-match": "*",
        authorization: basicOf("admin", "pw"),
        "content-type": "application/json",
      },
    });
    expect(JSON.parse(put?.body ?? "")).toEqual({ displayName: "Plans & more" });
    expect(post).toMatchObject({ method: "POST", url: `/galene-api/v0/.groups/${name}/.tokens/` });
    const { permissions, expires } = JSON.parse(post?.body ?? "");
    expect(permissions).toEqual(["present", "message"]);
    expect(Math.abs(Date.parse(expires) - Date.now() - 86_400_000)).toBeLessThan(60_000);
  });

  test("fails when the answer has no token", async () => {
    peer.answer(answering(201));
    expect(failureOf(await create())).toEqual({ kind: "failed" });
  });

  test.each(faults)("fails at either request: %s", async (_what, how, failure) => {
    peer.answer(how);
    expect(failureOf(await create())).toEqual(failure);
    peer.answer(oneOf([answering(201), how], ({ method }) => (method === "PUT" ? 0 : 1)));
    expect(failureOf(await create())).toEqual(failure);
  });
});

describe("Zoom", () => {
  const provider = () =>
    zoom({
      http,
      clock,
      clientId: "client",
      clientSecret: "hush",
      oauthUrl: peer.url,
      apiUrl: `${peer.url}/api`,
    });
  const back = "https://chat.example.com/calls/zoom/complete";
  const redeem = (code = "code-1") =>
    provider().signOn?.redeem(code, back) ?? Promise.reject(new Error("none"));
  const meetings = "/api/v2/users/me/meetings";
  let issued = 0;
  /** Issues tokens for the code and for the newest refresh token, only to the right client. */
  const tokens: Answering = (response, received) => {
    const form = new URLSearchParams(received.body);
    const isClient = received.headers.authorization === basicOf("client", "hush");
    const isGood =
      form.get("grant_type") === "authorization_code"
        ? form.get("code") === "code-1" && form.get("redirect_uri") === back
        : form.get("refresh_token") === `refresh-${issued}`;
    if (!isClient || !isGood)
      return answering(400, { reason: "Invalid", error: "invalid_grant" })(response, received);
    issued += 1;
    answering(200, {
      access_token: `access-${issued}`,
      token_type: "bearer",
      expires_in: 3600,
      refresh_token: `refresh-${issued}`,
    })(response, received);
  };
  const meeting: Answering = (response, received) =>
    (received.headers.authorization === `Bearer access-${issued}`
      ? answering(201, { id: 1, join_url: "https://zoom.example/j/1" })
      : answering(401, { code: 124, message: "Invalid access token" }))(response, received);
  const server = byPath({ "/oauth/token": tokens, [meetings]: meeting });

  callProviderContract(() => ({
    provider: provider(),
    code: "code-1",
    succeed: () => peer.answer(server),
    fail: () => peer.answer(answering(500)),
  }));

  test("sends people to Zoom for consent and receives them back with a code", () => {
    const url = new URL(provider().signOn?.agreeAt("st&te", back) ?? "");
    expect(`${url.origin}${url.pathname}`).toBe(`${peer.url}/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: "client",
      redirect_uri: back,
      state: "st&te",
    });
  });

  test("exchanges the code for a token and creates meetings with it", async () => {
    peer.answer(server);
    const token = madeOf(await redeem());
    expect(madeOf(await provider().create(wanted({ token })))).toEqual({ url: "https://zoom.example/j/1" });
    expect(JSON.parse(peer.received.at(-1)?.body ?? "")).toEqual({
      settings: { host_video: true, participant_video: true },
      default_password: true,
    });
    await provider().create(wanted({ token, isVideo: false }));
    expect(JSON.parse(peer.received.at(-1)?.body ?? "").settings).toEqual({
      host_video: false,
      participant_video: false,
    });
    expect(peer.received[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  });

  test("renews an expired token and returns the new one to store", async () => {
    peer.answer(server);
    const token = madeOf(await redeem());
    clock.advance(3_600_000);
    const made = madeOf(await provider().create(wanted({ token })));
    expect(made.url).toBe("https://zoom.example/j/1");
    expect(madeOf(await provider().create(wanted({ token: made.token })))).toEqual({
      url: "https://zoom.example/j/1",
    });
    // The old refresh token was valid for one renewal.
    expect(failureOf(await provider().create(wanted({ token })))).toEqual({ kind: "no_token" });
  });

  test("reports a wrong code, and a token that Zoom no longer accepts", async () => {
    peer.answer(server);
    expect(failureOf(await redeem("code-2"))).toEqual({ kind: "credentials" });
    const token = madeOf(await redeem());
    await redeem();
    expect(failureOf(await provider().create(wanted({ token })))).toEqual({ kind: "no_token" });
    expect(failureOf(await provider().create(wanted()))).toEqual({ kind: "no_token" });
    expect(failureOf(await provider().create(wanted({ token: "{}" })))).toEqual({ kind: "no_token" });
  });

  test.each<[string, Answering, CallFailure["kind"]]>([
    ["400", answering(400, { code: 300 }), "failed"],
    ["429", answering(429), "failed"],
    ["500", answering(500), "failed"],
    ["no URL", answering(201, {}), "failed"],
    ["a reset", resetting, "unreachable"],
    ["silence", hanging, "unreachable"],
    ["a body without end", flooding, "unreachable"],
  ])("the token survives when creating a meeting fails: %s", async (_what, how, kind) => {
    peer.answer(server);
    const token = madeOf(await redeem());
    peer.answer(byPath({ [meetings]: how }));
    expect(failureOf(await provider().create(wanted({ token }))).kind).toBe(kind);
  });

  test.each<[string, Answering, CallFailure["kind"]]>([
    ["500", answering(500), "failed"],
    ["no JSON", answering(200, "<html>"), "credentials"],
    ["a reset", resetting, "unreachable"],
    ["silence", hanging, "unreachable"],
  ])("requesting a token fails: %s", async (_what, how, kind) => {
    peer.answer(how);
    expect(failureOf(await redeem()).kind).toBe(kind);
    const token = JSON.stringify({ access: "a", refresh: "r", expiresAt: 0 });
    const renewing = failureOf(await provider().create(wanted({ token }))).kind;
    // Only a refusal from Zoom itself invalidates a token.
    expect(renewing).toBe(kind === "credentials" ? "no_token" : kind);
  });
});

describe("Zoom for everyone", () => {
  const provider = () =>
    zoomForAll({
      http,
      clock,
      clientId: "client",
      clientSecret: "hush",
      accountId: "acc",
      oauthUrl: peer.url,
      apiUrl: `${peer.url}/api`,
    });
  const path = "/api/v2/users/ann%2Bx%40example.com/meetings";

  test("one account creates meetings for users known to Zoom, with a token requested once an hour", async () => {
    let tokens = 0;
    peer.answer(
      byPath({
        "/oauth/token": (response, received) => {
          tokens += 1;
          expect(Object.fromEntries(new URLSearchParams(received.body))).toEqual({
            grant_type: "account_credentials",
            account_id: "acc",
          });
          expect(received.headers.authorization).toBe(basicOf("client", "hush"));
          answering(200, { access_token: `t${tokens}`, expires_in: 3600 })(response, received);
        },
        [path]: answering(201, { join_url: "https://zoom.example/j/2" }),
      }),
    );
    const one = provider();
    for (let call = 0; call < 2; call += 1)
      expect(madeOf(await one.create(wanted()))).toEqual({ url: "https://zoom.example/j/2" });
    expect(tokens).toBe(1);
    expect(peer.received.at(-1)?.headers.authorization).toBe("Bearer t1");
    clock.advance(3_600_000);
    await one.create(wanted());
    expect(tokens).toBe(2);
  });

  test.each<[string, Answering, CallFailure["kind"], number]>([
    ["somebody whom Zoom doesn't know", answering(404, { code: 1001 }), "unknown_user", 1],
    ["a token that has ended", answering(401, { code: 124 }), "failed", 2],
    ["another refusal", answering(400, { code: 300 }), "failed", 1],
    ["no JSON", answering(502, "<html>"), "failed", 1],
    ["silence", hanging, "unreachable", 1],
  ])("creating a meeting fails: %s", async (_what, how, kind, tokens) => {
    const one = provider();
    peer.answer(byPath({ "/oauth/token": answering(200, { access_token: "t" }), [path]: how }));
    for (let call = 0; call < 2; call += 1) expect(failureOf(await one.create(wanted())).kind).toBe(kind);
    expect(peer.received.filter(({ url }) => url === "/oauth/token")).toHaveLength(tokens);
  });

  test("reports credentials that Zoom refuses", async () => {
    peer.answer(answering(400, { error: "invalid_client" }));
    expect(failureOf(await provider().create(wanted()))).toEqual({ kind: "credentials" });
  });
});

describe("Webex", () => {
  const provider = () =>
    webex({ http, clock, clientId: "client", clientSecret: "hush", apiUrl: `${peer.url}/v1` });
  const token = JSON.stringify({ access: "a1" });
  const create = () => provider().create(wanted({ token }));
  const made = answering(200, { webLink: "https://webex.example/m/1" });

  test("asks people for the necessary permissions and no others", () => {
    const url = new URL(
      provider().signOn?.agreeAt("s", "https://chat.example.com/calls/webex/complete") ?? "",
    );
    expect(`${url.origin}${url.pathname}`).toBe(`${peer.url}/v1/authorize`);
    expect(url.searchParams.get("scope")).toBe("meeting:schedules_read meeting:schedules_write spark:all");
  });

  test("creates a meeting in a public space if the organization has one", async () => {
    peer.answer(byPath({ "/v1/rooms": answering(200, { id: "room-1" }), "/v1/meetings": made }));
    expect(madeOf(await create())).toEqual({ url: "https://webex.example/m/1" });
    expect(
      peer.received.map(({ url, headers, body }) => [url, headers.authorization, JSON.parse(body)]),
    ).toEqual([
      ["/v1/rooms", "Bearer a1", expect.objectContaining({ isPublic: true })],
      ["/v1/meetings", "Bearer a1", { adhoc: true, roomId: "room-1", title: "Meeting" }],
    ]);
  });

  test("falls back to the caller's personal room", async () => {
    peer.answer(byPath({ "/v1/rooms": answering(403), "/v1/meetings": made }));
    expect(madeOf(await create())).toEqual({ url: "https://webex.example/m/1" });
    const { start, end, scheduledType } = JSON.parse(peer.received[1]?.body ?? "");
    expect(scheduledType).toBe("personalRoomMeeting");
    expect(Date.parse(end) - Date.parse(start)).toBe(40 * 60_000);
    expect(Date.parse(start)).toBe(clock.now());
  });

  test.each<[string, Answering, Answering, CallFailure["kind"]]>([
    ["a token that Webex takes no more", answering(401), made, "no_token"],
    ["the same for meetings", answering(403), answering(401), "no_token"],
    ["no space for another reason", answering(500), made, "failed"],
    ["no meeting", answering(403), answering(400), "failed"],
    ["a reset", resetting, made, "unreachable"],
    ["silence", answering(403), hanging, "unreachable"],
  ])("creating a meeting fails: %s", async (_what, rooms, meetings, kind) => {
    peer.answer(byPath({ "/v1/rooms": rooms, "/v1/meetings": meetings }));
    expect(failureOf(await create()).kind).toBe(kind);
  });
});
