// The client of dlc-lsp: starts the server, and asks for passes to run.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
  const all = vscode.workspace.getConfiguration("dlc");
  const names = ["loadDialect", "loadPass", "allowUnregisteredDialect", "passes"];
  return Object.fromEntries(names.map((name) => [name, all.get(name)]));
}

async function runPassesHere() {
  const editor = vscode.window.activeTextEditor;
  const passes = editor && (await vscode.window.showInputBox({ prompt: "Passes to run", placeHolder: "canonicalize,cse" }));
  if (!passes) return;
  const { line, character } = editor.selection.active;
  await vscode.commands.executeCommand("dlc.runPasses", editor.document.uri.toString(), line, character, passes);
}

function activate(context) {
  const [command, ...args] = vscode.workspace.getConfiguration("dlc").get("server");
  client = new LanguageClient(
    "dlc",
    "dlc-lsp",
    { command, args },
    { documentSelector: [{ language: "mlir" }], initializationOptions: settings() }
  );
  context.subscriptions.push(vscode.commands.registerCommand("dlc.runPassesHere", runPassesHere));
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
