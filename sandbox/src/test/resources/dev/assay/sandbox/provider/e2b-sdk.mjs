// Drives a server with the company's own client library: E2B_API_URL, E2B_SANDBOX_URL and E2B_API_KEY say which.
import assert from 'node:assert/strict'
import { Sandbox } from 'e2b'

const sandbox = await Sandbox.create('assay-base', {
  metadata: { maker: 'the sdk' },
  allowInternetAccess: false,
  envs: { ONE: '1' },
  timeoutMs: 120_000,
})
const run = await sandbox.commands.run('echo "$ONE $TWO"; echo no >&2', { envs: { TWO: '2' }, cwd: '/tmp' })
assert.equal(run.exitCode, 0)
assert.equal(run.stdout, '1 2\n')
assert.equal(run.stderr, 'no\n')
await assert.rejects(() => sandbox.commands.run('exit 3'), error => error.exitCode === 3)

const cat = await sandbox.commands.run('cat', { background: true, stdin: true })
await cat.sendStdin('ping')
await cat.closeStdin()
assert.equal((await cat.wait()).stdout, 'ping')

const sleep = await sandbox.commands.run('sleep 600', { background: true })
assert.equal(await sleep.kill(), true)
await assert.rejects(() => sleep.wait())

await sandbox.files.write('/tmp/in/file.txt', 'hello')
assert.equal(await sandbox.files.read('/tmp/in/file.txt'), 'hello')
assert.deepEqual((await sandbox.files.list('/tmp/in')).map(one => one.name), ['file.txt'])

const pages = Sandbox.list({ query: { metadata: { maker: 'the sdk' } } })
assert.deepEqual((await pages.nextItems()).map(one => one.sandboxId), [sandbox.sandboxId])

await sandbox.pause()
const again = await Sandbox.connect(sandbox.sandboxId, { timeoutMs: 60_000 })
assert.equal(await again.files.read('/tmp/in/file.txt'), 'hello')

const snapshot = await again.createSnapshot()
assert.equal(await Sandbox.deleteSnapshot(snapshot.snapshotId), true)

assert.equal(await again.kill(), true)
console.log('all fine')
process.exit(0)
