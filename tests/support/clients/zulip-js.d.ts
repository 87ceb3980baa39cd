declare module "zulip-js" {
  const connect: (config: object) => Promise<unknown>;
  export = connect;
}
