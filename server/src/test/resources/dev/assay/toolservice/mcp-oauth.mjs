// The official client of the Model Context Protocol without a token: it is led to the identity provider.
import assert from "node:assert/strict";
import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  UnauthorizedError,
} from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { ISSUER, MCP_URL } = process.env;
const metadata = await discoverOAuthProtectedResourceMetadata(MCP_URL);
assert.equal(metadata.resource, MCP_URL);
assert.deepEqual(metadata.authorization_servers, [ISSUER]);
const provider = await discoverAuthorizationServerMetadata(metadata.authorization_servers[0]);
assert.equal(provider.issuer, ISSUER);

let sent;
const user = {
  redirectUrl: "http://127.0.0.1:1/callback",
  clientMetadata: { redirect_uris: ["http://127.0.0.1:1/callback"] },
  clientInformation: () => ({ client_id: "some-agent" }),
  tokens: () => undefined,
  saveTokens: () => {},
  redirectToAuthorization: (url) => (sent = url),
  saveCodeVerifier: () => {},
  codeVerifier: () => "",
};
const client = new Client({ name: "assay-test", version: "1.0.0" });
await assert.rejects(
  client.connect(new StreamableHTTPClientTransport(new URL(MCP_URL), { authProvider: user })),
  UnauthorizedError,
);
assert.equal(`${sent.origin}${sent.pathname}`, `${ISSUER}/authorize`);
assert.equal(sent.searchParams.get("resource"), MCP_URL);
assert.equal(sent.searchParams.get("scope"), "openid profile email");
console.log("all fine");
