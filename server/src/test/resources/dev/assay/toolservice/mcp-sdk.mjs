// The official client of the Model Context Protocol against a project.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const skill = process.env.SKILL;
const connect = async (token) => {
  const client = new Client({ name: "assay-test", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(process.env.MCP_URL), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  );
  return client;
};

const client = await connect(process.env.TOKEN);
assert.equal(client.getServerVersion().name, "assay");
const { tools } = await client.listTools();
assert.equal(tools.length, 12);
const service = tools.find((tool) => tool.name === "skills_run_service");
assert.ok(service.inputSchema.properties.expose_ports);
const made = await client.callTool({
  name: "skills_run_cmd",
  arguments: { skill_name: skill, command: "echo hello > out.txt; cat out.txt", outputs: [{ path: "out.txt" }] },
});
assert.ok(!made.isError);
assert.equal(made.structuredContent.result?.stdout ?? made.structuredContent.stdout, "hello\n");
const wrong = await client.callTool({ name: "skills_run_cmd", arguments: { no: "such" } });
assert.equal(wrong.isError, true);
const { resources } = await client.listResources();
const text = await client.readResource({ uri: resources.find((each) => each.uri.endsWith("/SKILL.md")).uri });
assert.match(text.contents[0].text, /# Column sums/);
const { prompts } = await client.listPrompts();
assert.deepEqual(prompts.map((prompt) => prompt.name), [skill]);
await client.close();
await assert.rejects(connect("not-a-token"));
console.log("all fine");
