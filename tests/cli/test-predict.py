# SPDX-License-Identifier: GPL-3.0-or-later
"""`systole-cli predict`: rows in the form of the measurements, good and bad."""
import csv
import io

from cli import Tap, differs, refused, run, scratch

HEADER = 'device,op,dtype_in,dtype_acc,dims,measured_seconds,notes'
ADDED = ['predicted_seconds', 'predicted_power_w', 'bound', 'known_error_pct', 'status', 'reason']


def predict(text):
    done = run('predict', scratch('in.csv', text), '-o', '-')
    return done, list(csv.DictReader(io.StringIO(done.stdout)))


def statuses():
    rows = [('a100_sxm4_80gb,gemm,fp16,fp32,m=1024;n=1024;k=1024,1e-5,', 'ok'),
            ('nvidia-a100-sxm-80,gemm,fp16,,k=1024;m=1024;n=1024,1e-5,', 'ok'),
            ('a100_sxm4_80gb,gemm,fp16,fp32,m=1024;n=1024;k=1024;ta=N;tb=T,,', 'ok'),
            ('tpu_v5e,gemm,bf16,fp32,m=4096;n=4096;k=4096,,', 'ok'),
            ('a100_sxm4_80gb,conv,fp16,fp32,n=1;c=3,,', 'bad-input'),
            ('a100_sxm4_80gb,telepathy,fp16,fp32,n=1;c=3,,', 'not-modelled'),
            ('a100_sxm4_80gb,batched_gemm,fp16,fp32,b=2;m=8;n=8;k=8,,', 'ok'),
            ('a100_sxm4_80gb,batched_gemm,fp8,fp32,b=2;m=8;n=8;k=8,,', 'not-modelled'),
            ('a100_sxm4_80gb,gemm,fp16,fp32,b=2;m=8;n=8;k=8,,', 'not-modelled'),
            ('a100_sxm4_80gb,gemm,nvfp4,fp32,m=8;n=8;k=8,,', 'not-modelled'),
            ('a100_sxm4_80gb,gemm,fp16,fp16,m=8;n=8;k=8,,', 'not-modelled'),
            ('abacus_9000,gemm,fp16,fp32,m=8;n=8;k=8,,', 'not-modelled'),
            ('tpu_v5e,gemm,bf16,fp32,m=8;n=8;k=8;bm=8;bk=8;bn=8,,', 'not-modelled'),
            ('a100_sxm4_80gb,gemm,fp16,fp32,m=8;n=8,,', 'bad-input'),
            ('a100_sxm4_80gb,gemm,fp16,fp32,m=8;n=8;k=0,,', 'bad-input'),
            ('a100_sxm4_80gb,gemm,fp16,fp32,m=8;n=8;k=-3,,', 'bad-input'),
            ('a100_sxm4_80gb,gemm,fp16,fp32,m=8;m=8;n=8;k=3,,', 'bad-input'),
            ('a100_sxm4_80gb,gemm,fp16,fp32,m=8;n=8;k=1e3,,', 'bad-input'),
            ('a100_sxm4_80gb,gemm,fp16,fp32,m=99999999999999999999;n=8;k=8,,', 'bad-input'),
            ('a100_sxm4_80gb,gemm,fp16,fp32,m=1099511627776;n=1099511627776;k=8,,', 'bad-input'),
            ('a100_sxm4_80gb,gemm,fp16,fp32,m=8;n=8;k=8;ta=Q,,', 'bad-input'),
            ('a100_sxm4_80gb,gemm,fp16,fp32,mnk,,', 'bad-input'),
            ('a100_sxm4_80gb,gemm,,fp32,m=8;n=8;k=8,,', 'bad-input'),
            (',gemm,fp16,fp32,m=8;n=8;k=8,,', 'bad-input'),
            ('a100_sxm4_80gb,,fp16,fp32,m=8;n=8;k=8,,', 'bad-input'),
            ('a100_sxm4_80gb,gemm,fp16,fp32', 'bad-input'),
            ('a100_sxm4_80gb,gemm,fp16,fp32,m=8;n=8;k=8,,,,,', 'bad-input')]
    done, answer = predict(HEADER + '\n' + '\n'.join(r for r, _ in rows) + '\n')
    yield from differs('exit', done.returncode, 0)
    yield from differs('rows', len(answer), len(rows))
    for (text, wanted), row in zip(rows, answer):
        yield from differs('%s: status (%s)' % (text, row['reason']), row['status'], wanted)
        yield from differs(text + ': a time', bool(row['predicted_seconds']), wanted == 'ok')
        yield from differs(text + ': a bound', bool(row['bound']), wanted == 'ok')
        if wanted == 'ok':
            yield from [] if float(row['predicted_seconds']) > 0 else [text + ': no time']
        else:
            yield from [] if row['reason'] else [text + ': no reason']
    yield from differs('an alias is its machine', answer[0]['predicted_seconds'], answer[1]['predicted_seconds'])


def forms():
    """Quotes, CRLF, a byte-order mark, columns of one's own and in another order."""
    text = '\ufeffnotes,dims,op,device,"dtype_in",dtype_acc\r\n"a ""quoted"", note\r\nin two lines","m=64;n=64;k=64",gemm,t4,fp16,fp32\r\n\r\n'
    done, answer = predict(text)
    yield from differs('exit', done.returncode, 0)
    yield from differs('rows', len(answer), 1)
    yield from differs('status', answer[0]['status'], 'ok')
    yield from differs('columns', list(answer[0]), ['notes', 'dims', 'op', 'device', 'dtype_in', 'dtype_acc'] + ADDED)
    again = run('predict', scratch('again.csv', done.stdout), '-o', '-')
    yield from differs('a second pass', again.stdout, done.stdout)


def meters():
    """Of a short loop a board's meter shows what ran before; a table whose meter is not known has the call's own power."""
    rows = '\n'.join('b200_sxm,gemm,bf16,fp32,m=%d;n=2560;k=2560,,%s' % (m, source) for source in ('', 'ai-dynamo/aiconfigurator') for m in (32768, 2048))
    done, answer = predict(HEADER.replace('notes', 'source') + '\n' + rows + '\n')
    own_large, own, first, later = [float(r['predicted_power_w']) for r in answer]
    yield from differs('exit', done.returncode, 0)
    yield from [] if first < 0.8 * own_large else ['the first of a table: %g W of %g W' % (first, own_large)]
    yield from [] if 0.7 * own < later < 1.1 * own else ['one in the middle: %g W of %g W' % (later, own)]
    rows = '\n'.join('b200_sxm,attention,bf16,fp32,phase=%s;sq=%d;skv=%d;b=%d;hq=8;hkv=2;d=128;causal=1,,%s' % (phase, *shape, source)
                     for source in ('', 'ai-dynamo/aiconfigurator') for phase, shape in (('decode', (1, 16384, 1)), ('decode', (1, 65536, 128)), ('prefill', (64, 64, 64))))
    done, answer = predict(HEADER.replace('notes', 'source') + '\n' + rows + '\n')
    own_short, own_long, own_prefill, short, long, prefill = [float(r['predicted_power_w']) for r in answer]
    yield from [] if short < 0.7 * own_short else ['a short step: %g W of %g W' % (short, own_short)]
    yield from [] if 1.5 * short < long < 0.7 * own_long else ['a long step: %g W of %g W' % (long, own_long)]
    yield from [] if 0.8 * own_prefill < prefill else ['a prompt between others: %g W of %g W' % (prefill, own_prefill)]


def refusals():
    good = scratch('good.csv', HEADER + '\n')
    yield from refused(run('predict', good), '--output: ')
    yield from refused(run('predict'), 'FILE: ')
    yield from refused(run('predict', good, good, '-o', '-'), good)
    yield from refused(run('predict', scratch('none.csv'), '-o', '-'), scratch('none.csv') + ': ')
    yield from refused(run('predict', scratch('empty.csv', ''), '-o', '-'), scratch('empty.csv') + ':1: ')
    yield from refused(run('predict', scratch('head.csv', 'device,op\n'), '-o', '-'), scratch('head.csv') + ':1: ', 'dtype_in')
    yield from refused(run('predict', scratch('open.csv', HEADER + '\n"t4,gemm\n'), '-o', '-'), scratch('open.csv') + ':2: ')
    yield from refused(run('predict', scratch('bytes.csv', HEADER + '\na\0b\n'), '-o', '-'), scratch('bytes.csv') + ':2: ')
    yield from refused(run('predict', scratch('..'), '-o', '-'), scratch('..') + ': ')
    yield from refused(run('predict', good, '-o', scratch('no/such/folder.csv')), scratch('no/such/folder.csv') + ': ')
    yield from differs('rows', run('predict', good, '-o', '-').stdout, HEADER + ',' + ','.join(ADDED) + '\n')


def many():
    """Thousands of rows: every one is answered, in the order given."""
    n = 3000
    text = HEADER + '\n' + ''.join('tpu_v4,gemm,bf16,fp32,m=%d;n=%d;k=%d,,%d\n' % (1 + i * 7 % 4096, 1 + i * 13 % 4096, 1 + i * 31 % 8192, i) for i in range(n))
    done, answer = predict(text)
    yield from differs('order', [r['notes'] for r in answer], [str(i) for i in range(n)])
    yield from differs('statuses', {r['status'] for r in answer}, {'ok'})
    yield from differs('the same again', predict(text)[0].stdout, done.stdout)


tap = Tap()
tap.check('statuses and reasons', statuses())
tap.check('quoted fields, CRLF and a byte-order mark', forms())
tap.check('tables that cannot be read, places that cannot be written', refusals())
tap.check('what a meter shows', meters())
tap.check('thousands of rows', many())
tap.end()
