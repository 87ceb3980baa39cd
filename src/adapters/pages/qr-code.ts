import { Html } from "./html";

/** A QR code as SVG, without styles or scripts. */
export const qrCode = async (text: string, label: string): Promise<Html> => {
  const { default: encodeQr } = await import("qr");
  const svg = encodeQr(text, "svg", { ecc: "medium", border: 3 });
  return new Html(svg.replace("<svg ", `<svg class="qr" role="img" aria-label="${label}" `));
};
