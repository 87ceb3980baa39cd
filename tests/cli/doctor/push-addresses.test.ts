import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pushAddresses } from "../../../src/cli/doctor/check-services";
import type { Config } from "../../../src/config/config";

const folder = mkdtempSync(join(tmpdir(), "parley-account-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the doctor also reaches the service that gives the permission to use Firebase", () => {
  const fcmKeyFile = join(folder, "account.json");
  const account = {
    project_id: "p",
    client_email: "parley@example.com",
    private_key: "k",
    private_key_id: "1",
    token_uri: "https://oauth2.example.com/token",
  };
  writeFileSync(fcmKeyFile, JSON.stringify(account));
  const config = { push: ["fcm"], fcmUrl: "https://fcm.example.com", fcmKeyFile };
  expect(pushAddresses(config as unknown as Config)).toEqual([
    "https://fcm.example.com",
    "https://oauth2.example.com",
  ]);
});
