/** Whether only the computer itself can open the address. */
export const isLoopback = (address: string): boolean =>
  /^(127\.[\d.]+|\[::1\]|(.+\.)?localhost)$/.test(new URL(address).hostname);
