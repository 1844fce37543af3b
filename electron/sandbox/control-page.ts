/** The control path's page for people: state, balances, request log, fault switches. One file, no build, no outside address. */
export const controlPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Built-in gateway</title><link rel="icon" href="data:,">
<style>
:root{color-scheme:light dark;--line:#d5dae1;--soft:#f4f6f8;--ink:#1c1f24;--quiet:#5b6470;--accent:#0b5f5a;--bad:#a4262c}
@media (prefers-color-scheme:dark){:root{--line:#363c45;--soft:#20252c;--ink:#e8ebef;--quiet:#a0a9b5;--accent:#5cc2ba;--bad:#ff8f94}body{background:#15181d}}
body{font:14px/1.45 system-ui,sans-serif;color:var(--ink);max-width:1200px;margin:0 auto;padding:24px}
header{display:flex;align-items:baseline;gap:16px;flex-wrap:wrap}h1{font-size:20px;margin:0}h2{font-size:15px;margin:28px 0 8px}
p{color:var(--quiet);margin:4px 0}.row{display:flex;gap:8px;flex-wrap:wrap;align-items:end}
table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:5px 10px;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}
th{font-weight:600;color:var(--quiet)}td.n,th.n{text-align:end}td code{font-size:13px}
label{display:grid;gap:2px;color:var(--quiet);font-size:12px}input,select,button{font:14px/1 inherit;font-family:inherit;box-sizing:border-box;block-size:36px;padding:0 10px;border:1px solid var(--line);border-radius:6px;background:transparent;color:inherit}
select option{color:#000}button{cursor:pointer;background:var(--soft)}button:focus-visible,input:focus-visible,select:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.bad{color:var(--bad)}.good{color:var(--accent)}.scroll{max-height:420px;overflow:auto;border:1px solid var(--line);border-radius:8px}.scroll th{position:sticky;top:0;background:var(--soft)}
</style>
<header><h1>Built-in gateway</h1><span id="money" role="status"></span></header>
<p>What it holds, what it was asked, and how it should misbehave. Read again every two seconds.</p>
<h2>State</h2><table id="state"></table>
<h2>Faults</h2>
<form class="row" id="fault">
<label>Environment<select name="environment"><option value="">both</option><option>live</option><option>test</option></select></label>
<label>Method<select name="method"><option value="">any</option><option>GET</option><option>POST</option><option>PUT</option><option>PATCH</option><option>DELETE</option></select></label>
<label>Path holds<input name="path" placeholder="/reversal/" size="22"></label>
<label>Does<select name="kind"><option value="delay">is slow</option><option value="status">answers a status</option><option value="drop-before">drops before acting</option><option value="drop-after">drops after acting</option><option value="nonsense">answers nonsense</option></select></label>
<label>Milliseconds or status<input name="number" inputmode="numeric" value="3000" size="8"></label>
<label>Times<input name="times" inputmode="numeric" placeholder="always" size="6"></label>
<button>Add</button><button type="button" id="clear">Clear all</button></form>
<p id="problem" class="bad" role="alert"></p><table id="faults" style="margin-block-start:10px"></table>
<h2>Requests, newest first</h2><div class="scroll"><table id="log"></table></div>
<script>
const $ = (id) => document.getElementById(id);
const cell = (text, tag = 'td', kind = '') => { const node = document.createElement(tag); node.textContent = text ?? '—'; node.className = kind; return node };
const fill = (table, head, rows) => { const top = document.createElement('tr'); head.forEach((text, i) => top.append(cell(text, 'th', rows[0]?.[i]?.n ? 'n' : '')));
  table.replaceChildren(top, ...rows.map((row) => { const line = document.createElement('tr'); row.forEach((value) => line.append(value?.n !== undefined ? cell(value.n, 'td', 'n') : cell(value))); return line })) };
const money = (value) => value.toLocaleString('en', { minimumFractionDigits: 2 });
const words = (fault) => ({ delay: 'is slow, ' + fault.ms + ' ms', status: 'answers ' + fault.status, 'drop-before': 'drops before acting', 'drop-after': 'drops after acting', nonsense: 'answers nonsense', body: 'answers a text of its own' })[fault.kind];
const call = async (path, method = 'GET', body) => { const answer = await fetch(path, { method, ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) });
  const json = await answer.json(); if (!answer.ok) throw new Error(json.error); return json };
async function read() {
  try {
    const [state, broken, faults, log] = await Promise.all(['/state', '/invariants', '/faults', '/log'].map((path) => call(path)));
    const wrong = [...broken.test, ...broken.live];
    $('money').textContent = wrong.length === 0 ? 'All money is accounted for.' : wrong.join(' · '); $('money').className = wrong.length === 0 ? 'good' : 'bad';
    const figures = ['outstanding', 'towardSettlement', 'settled', 'reversals', 'requests', 'sessions', 'orders', 'transfers', 'deliveries'];
    fill($('state'), ['', 'Outstanding', 'Toward settlement', 'Settled', 'Reversals', 'Early payouts', 'Sessions', 'Orders', 'Transfers', 'Deliveries', 'Available EGP', 'On hold EGP'],
      ['live', 'test'].map((name) => [name, ...figures.map((key) => ({ n: state[name][key].toLocaleString('en') })), { n: money(state[name].balances.available) }, { n: money(state[name].balances.onHold) }]));
    fill($('faults'), ['Requests', 'Fault', 'Times left'], faults.map(({ rule, left }) => [[rule.match.environment, rule.match.method, rule.match.path].filter(Boolean).join(' ') || 'all', words(rule.fault), left ?? 'always']));
    fill($('log'), ['Time', 'Environment', 'Host', 'Method', 'Path', 'Status', 'Acted'], log.slice(-200).reverse().map((one) => [new Date(one.atMs).toLocaleTimeString(), one.environment, one.host, one.method, one.path, { n: one.status }, one.acted ? 'yes' : '']));
  } catch (error) { $('money').textContent = 'The gateway does not answer: ' + error.message; $('money').className = 'bad' }
}
$('fault').addEventListener('submit', async (event) => {
  event.preventDefault(); $('problem').textContent = '';
  const given = Object.fromEntries(new FormData(event.target));
  const match = Object.fromEntries(['environment', 'method', 'path'].filter((name) => given[name]).map((name) => [name, given[name]]));
  const fault = { kind: given.kind, ...(given.kind === 'delay' && { ms: Number(given.number) }), ...(given.kind === 'status' && { status: Number(given.number) }) };
  try { await call('/faults', 'POST', { match, fault, ...(given.times && { times: Number(given.times) }) }); await read() } catch (error) { $('problem').textContent = error.message }
});
$('clear').addEventListener('click', async () => { await call('/faults', 'DELETE'); await read() });
read(); setInterval(read, 2000);
</script></html>`;
