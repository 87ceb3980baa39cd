/** Where the visible part of a list begins: what covers its top is the padding to which the browser scrolls. */
export const visibleTop = (scroller: Element): number =>
  scroller.getBoundingClientRect().top +
  (Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0);
