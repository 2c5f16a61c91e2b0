// The picture of a result: drawn by the engine when its button is pressed, and saved by the browser.
import { byId, make } from "./dom.js";
import { tried } from "./files.js";
import { written } from "./record.js";
import { post } from "./server.js";

export const beginSharing = () =>
  byId("sheet-body").addEventListener("click", async (event) => {
    if (!event.target.closest(".share-picture")) return;
    const result = await tried(() => post("picture", written()));
    if (!result?.png) return;
    const link = make("a", { href: `data:image/png;base64,${result.png}`, download: "harmonies.png" });
    document.body.append(link);
    link.click();
    link.remove();
  });
