/** What a browser displays of the installed client. */
export const manifestOf = (name: string): object => ({
  name,
  short_name: name,
  id: "/",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: "#fbfaf7",
  theme_color: "#fbfaf7",
  icons: [
    { src: "/static/images/realm-icon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "/static/images/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/static/images/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/static/images/icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
});
