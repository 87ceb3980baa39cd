import { Html } from "./html";

/** A picture of a text that phones read, as SVG without any style or script. */
export const qrCode = async (text: string, label: string): Promise<Html> => {
  const { default: encodeQr } = await import("qr");
  const svg = encodeQr(text, "svg", { ecc: "medium", border: 3 });
  return new Html(svg.replace("<svg ", `<svg class="qr" role="img" aria-label="${label}" `));
};
