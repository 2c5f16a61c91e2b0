// Reads {"schema": ..., "texts": [...]} and writes, for each text, what VS Code offers at the | and marks as wrong.
const { getLanguageService, TextDocument } = require("vscode-json-languageservice");
const fs = require("fs");

async function main() {
  const { schema, texts } = JSON.parse(fs.readFileSync(0, "utf8"));
  const service = getLanguageService({ schemaRequestService: async () => JSON.stringify(schema) });
  service.configure({ validate: true, schemas: [{ uri: "schema://record", fileMatch: ["*.json"], schema }] });
  const found = [];
  for (const marked of texts) {
    const at = marked.indexOf("|");
    const text = marked.replace("|", "");
    const document = TextDocument.create("file:///record.json", "json", 1, text);
    const parsed = service.parseJSONDocument(document);
    const place = document.positionAt(Math.max(at, 0));
    const completed = at < 0 ? { items: [] } : await service.doComplete(document, place, parsed);
    const hover = at < 0 ? null : await service.doHover(document, place, parsed);
    found.push({
      offered: completed.items.map((item) => item.label),
      hover: hover ? hover.contents.map((part) => part.value ?? part).join("\n") : "",
      wrong: (await service.doValidation(document, parsed)).map((problem) => problem.message),
    });
  }
  process.stdout.write(JSON.stringify(found));
}

main();
