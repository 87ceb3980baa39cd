import { connect } from "./client";
import type { ClientCall } from "./place";

export const logins: readonly ClientCall[] = [
  {
    call: "zulip({ realm, username, password })",
    request: "POST /fetch_api_key",
    answers: "Logs in: the client has the person's API key",
    prove: async ({ url, password, owner }) => {
      const client = await connect({ realm: url, username: "owner@example.com", password });
      expect(client.config.apiKey).toBe(owner.config.apiKey);
    },
  },
  {
    call: "zulip({ realm, username, apiKey })",
    request: "",
    answers: "Every call uses the key; `realm` may end in `/api`",
    prove: async ({ url, owner }) => {
      const { username, apiKey } = owner.config;
      for (const realm of [url, `${url}/api`]) {
        const client = await connect({ realm, username, apiKey });
        expect(await client.users.me.getProfile()).toMatchObject({ email: username });
      }
    },
  },
  {
    call: "accounts.retrieve",
    request: "POST /fetch_api_key",
    answers: "The API key for an address and a password",
    prove: async ({ owner, ben }) => {
      const { apiKey, username } = owner.config;
      expect(await owner.accounts.retrieve()).toMatchObject({ api_key: apiKey, email: username, user_id: 1 });
      expect((await ben.accounts.retrieve()).api_key).toBe(ben.config.apiKey);
    },
  },
];
