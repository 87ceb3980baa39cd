import request from "supertest";
import { failure } from "../../support/http/event-queue";
import { startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

const withServer = async (
  options: Parameters<typeof startServer>[0],
  run: (server: TestServer) => Promise<void>,
): Promise<void> => {
  const server = await startServer(options);
  try {
    await run(server);
  } finally {
    await server.stop();
  }
};

shows(
  "§8 note 1",
  "answers a user above the rate limit with when to retry, and doesn't affect others",
  async () => {
    await withServer({ callsPerMinute: 3 }, async (server) => {
      const ben = await server.newMember("Ben");
      const call = () => server.owner.get("/users/me");
      for (let left = 2; left >= 0; left -= 1) {
        const { status, headers } = await call();
        expect([status, headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]]).toEqual([
          200,
          "3",
          `${left}`,
        ]);
        expect(Number(headers["x-ratelimit-reset"])).toBeGreaterThan(Date.now() / 1000 - 1);
      }
      const { status, body, headers } = await call();
      const wait = body["retry-after"];
      expect([status, body]).toEqual([
        429,
        failure("API usage exceeded rate limit", "RATE_LIMIT_HIT", { "retry-after": wait }),
      ]);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      expect(headers["retry-after"]).toBe(`${Math.ceil(wait)}`);
      expect((await ben.get("/users/me")).status).toBe(200);
      // Calls count by user, across endpoints.
      expect((await server.owner.post("/messages/render", { content: "x" })).status).toBe(429);
      expect((await request(server.http).get("/api/v1/server_settings")).status).toBe(200);
    });
  },
);

shows(
  "§8 note 2",
  "registration returns the limits, with Zulip's values or the server's configuration",
  async () => {
    await withServer({ settings: { PARLEY_MAX_UPLOAD_MIB: "7" } }, async (server) => {
      const { body } = await server.owner.post("/register");
      expect(body).toMatchObject({
        max_message_length: 10_000,
        max_topic_length: 60,
        max_file_upload_size_mib: 7,
        max_stream_name_length: 60,
        max_stream_description_length: 1024,
        max_channel_folder_name_length: 60,
        max_channel_folder_description_length: 1024,
        max_avatar_file_size_mib: 5,
        max_icon_file_size_mib: 5,
        max_logo_file_size_mib: 5,
        server_typing_started_wait_period_milliseconds: 10_000,
        server_typing_stopped_wait_period_milliseconds: 5000,
        server_typing_started_expiry_period_milliseconds: 15_000,
      });
    });
  },
);
