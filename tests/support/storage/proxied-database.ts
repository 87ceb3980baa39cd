import { type DatabaseProxy, proxyTo } from "./database-proxy";
import { createTestDatabase, type TestDatabase } from "./test-database";

/** A test database and a proxy to it: created before the surrounding tests, and removed after them. */
export const proxiedDatabase = (): { readonly database: TestDatabase; readonly proxy: DatabaseProxy } => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await proxyTo(database.connection);
  });
  afterAll(async () => {
    await proxy.close();
    await database.destroy();
  });
  return {
    get database() {
      return database;
    },
    get proxy() {
      return proxy;
    },
  };
};
