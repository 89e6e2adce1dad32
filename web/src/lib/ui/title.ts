const NAME = "Walstatt";

/** Name the page in the browser's tab; `alert` marks it for somebody who looks elsewhere. */
export function setTitle(text: string, alert = ""): void {
  const parts = alert ? [`● ${alert}`, text] : [text];
  document.title = [...parts.filter(Boolean), NAME].join(" · ");
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const wanted = alert ? "/icon-alert.svg" : "/icon.svg";
  if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted;
}
