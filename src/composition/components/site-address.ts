import type { Config } from "../../config/config";

/** The server's addresses. */
export interface SiteAddress {
  /** The public address, without a trailing slash. */
  url(): string;
  /** The address that it listens on. */
  listensAt(): string;
  /** Sets the port that the system chose, if the configuration leaves it open. */
  takePort(port: number): void;
}

/** The configured address; its port may become known only when the server listens. */
export const siteAddress = ({ url, host, port: configured }: Config): SiteAddress => {
  let port = configured;
  const listensAt = () => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return {
    url: () => url ?? listensAt(),
    listensAt,
    takePort: (taken) => {
      port = taken;
    },
  };
};
