# SPDX-License-Identifier: GPL-3.0-or-later
"""`systole-cli import`: a table of layers becomes a scenario that simulates; what is left out is said."""
from cli import Tap, differs, refused, run, run_json, scratch

HEAD = 'Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,\r\n'


def table():
    source = scratch('net.csv', HEAD + 'Conv1,224,224,11,11,3,96,4,\r\nbad,8,8,9,3,1,1,1,\r\nfc,1,1,1,1,2048,1000,1\r\n')
    target = scratch('net.systole')
    done = run('import', 'scale-sim', source, '-o', target)
    yield from differs('exit', done.returncode, 0)
    yield from differs('report', done.stdout, 'net.csv: 2 layers, 1 row left out\n')
    yield from differs('complaint', done.stderr, 'net.csv:3:9: the filter of 9 is larger than the input of 8; the row is left out\n')
    yield from differs('validates', run('validate', target).returncode, 0)
    lane = run_json('simulate', target, '--format', 'json')['lanes'][0]
    unfolded = run('import', 'scale-sim', '--products', source, '-o', scratch('products.systole'))
    yield from differs('exit', unfolded.returncode, 0)
    product = run_json('simulate', scratch('products.systole'), '--format', 'json')['lanes'][0]
    yield from differs('cycles of the unfolded product', product['cycles'], lane['cycles'])
    counted = run_json('array', '--rows', '32', '--cols', '32', '--dataflow', 'ws', '--timing', 'scale-sim', '--op', 'gemm:m=3025,n=96,k=363', '--format', 'json')
    # A table of counts has the number of the last cycle, as the simulator's reports do.
    yield from differs('cycles', lane['cycles'], counted['total_cycles'] + 1)


def options():
    source = scratch('mnk.csv', 'Layer,M,N,K,\nQKT,1024,1024,64,\n')
    done = run('import', 'scale-sim', source, '--rows', '8', '--cols', '16', '--dataflow', 'os', '-o', '-')
    yield from [] if 'rows="8" columns="16" dataflow="os"' in done.stdout else ['the array is another: ' + done.stdout]
    yield from differs('report', done.stderr, 'mnk.csv: 1 layer\n')


def bad():
    source = scratch('empty.csv', '')
    yield from refused(run('import', 'scale-sim', source, '-o', scratch('x.systole')), 'empty.csv: ')
    yield from refused(run('import', 'onnx', source, '-o', scratch('x.systole')), 'import: ', 'scale-sim')
    yield from refused(run('import', 'scale-sim', source), '--output: ')
    yield from refused(run('import', 'scale-sim', scratch('none.csv'), '-o', '-'), scratch('none.csv'))
    yield from refused(run('import', 'scale-sim', source, '--rows', '0', '-o', '-'), '--rows: ', '1024')


def own_machine():
    """A file whose first lane has the machine is a machine."""
    machine = scratch('slow t4.systole', '''<scenario xmlns="urn:systole:scenario" version="1"><workload><op id="p" name="gemm" m="8" n="8" k="8" dtype="int8"/></workload><lanes>
      <lane op="p"><machine ref="nvidia-t4"><set field="memory.bandwidth" value="32e9" unit="B/s" source="a slow one"/></machine></lane></lanes></scenario>''')
    op = ('--op', 'gemm:m=64,n=4096,k=4096', '--format', 'json')
    own, plain = (run_json('simulate', '--machine', name, *op)['lanes'][0] for name in (machine, 'nvidia-t4'))
    yield from [] if own['seconds'] > 5 * plain['seconds'] else ['%g s is not much slower than %g s' % (own['seconds'], plain['seconds'])]
    yield from refused(run('simulate', '--machine', scratch('none.systole'), *op), '--machine', 'none.systole')


tap = Tap()
tap.check('a table', table())
tap.check('options', options())
tap.check('what is no table', bad())
tap.check('a machine of one’s own', own_machine())
tap.end()
