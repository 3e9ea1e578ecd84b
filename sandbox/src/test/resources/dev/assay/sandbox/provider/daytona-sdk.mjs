// Drives a server with the company's own client library: DAYTONA_API_URL and DAYTONA_API_KEY say which.
import assert from 'node:assert/strict'
import { Daytona } from '@daytona/sdk'

const daytona = new Daytona()
const sandbox = await daytona.create({
  snapshot: 'assay-base',
  name: 'from-the-sdk',
  labels: { maker: 'sdk' },
  networkBlockAll: true,
  autoStopInterval: 15,
  envVars: { ONE: '1' },
})
assert.equal(sandbox.state, 'started')

const run = await sandbox.process.executeCommand('echo "$ONE $TWO" && exit 3', '/tmp', { TWO: '2' }, 20)
assert.equal(run.exitCode, 3)
assert.equal(run.result, '1 2\n')

await sandbox.fs.uploadFile(Buffer.from('one\0two'), '/tmp/in/file.bin')
assert.deepEqual(await sandbox.fs.downloadFile('/tmp/in/file.bin'), Buffer.from('one\0two'))

await sandbox.process.createSession('s')
const step = await sandbox.process.executeSessionCommand('s', { command: 'cd /usr; pwd; echo no >&2' })
assert.equal(step.exitCode, 0)
assert.equal(step.stdout, '/usr\n')
assert.equal(step.stderr, 'no\n')
await sandbox.process.deleteSession('s')

let found = 0
for await (const one of daytona.list({ labels: { maker: 'sdk' } })) found += one.id === sandbox.id ? 1 : 0
assert.equal(found, 1)

await sandbox.delete()
await assert.rejects(() => daytona.get(sandbox.id))
console.log('all fine')
process.exit(0)
