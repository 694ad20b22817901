// The page of a source: each line with what became of it in each kernel, and its instructions.
// RUN: heddlec %s --explain=html --target=x86-64-v3 -- -cl-std=CL3.0 -DNAME=\"a\<b\" > %t.html
// RUN: FileCheck %s --input-file=%t.html
// It is XML, needs no other file, and says what the text says, no more and no less:
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 > %t.txt
// RUN: python3 %S/Inputs/page_says_the_text.py %t.html %t.txt
// -o is for the explanation, whose form its name says, unless code is asked for besides:
// RUN: heddlec %s --explain --target=x86-64-v3 -o %t.2.html -- -cl-std=CL3.0 -DNAME=\"a\<b\" | count 0
// RUN: diff %t.html %t.2.html
// RUN: heddlec %s --explain --target=x86-64-v3 -o %t.2.txt -- -cl-std=CL3.0 | count 0
// RUN: diff %t.txt %t.2.txt
// RUN: heddlec %s --explain=html --emit=binary --target=x86-64-v3 -o %t.hdl -- -cl-std=CL3.0 -DNAME=\"a\<b\" | diff - %t.html
// RUN: od -An -c -N4 %t.hdl | FileCheck %s --check-prefix=BINARY
// BINARY: 177 E L F
// A module, of which there is no source:
// RUN: heddlec --compile %s -o %t.spv -- -cl-std=CL3.0 -g
// RUN: heddlec %t.spv --explain=html --target=x86-64-v3 | FileCheck %s --check-prefix=MODULE

// CHECK:      <!DOCTYPE html>
// CHECK:      options {{.*}}-DNAME=&quot;a&lt;b&quot;{{.*}}</p>
// CHECK:      <h2>kernel <code>halves</code></h2>
// CHECK:      <li>sub-group size 16: two registers of floats, since it is short</li>
// CHECK:      <h2>kernel <code>gathered</code></h2>
// CHECK:      <div class="source">

// A function of both: each line says in which.
// CHECK:      id="L[[#@LINE+1]]"><a href="#L[[#@LINE+1]]">[[#@LINE+1]]</a><code>float half_of(global const float *a, size_t i) {</code></div>
float half_of(global const float *a, size_t i) {
  // CHECK:      id="L[[#@LINE+6]]"><a {{.*}}<code>  return a[i] / 2;</code>
  // CHECK-NEXT: <div class="below">
  // CHECK-NEXT: <ul>
  // CHECK-NEXT: <li><span class="kernel">halves:</span> load of a: consecutive, one vector under a mask [called from line [[#@LINE+13]]]</li>
  // CHECK-NEXT: <li><span class="kernel">halves:</span> load of a: consecutive, one vector [called from line [[#@LINE+12]]]</li>
  // CHECK-NEXT: <li class="costly"><span class="kernel">gathered:</span> load of a: gather, {{.*}}
  return a[i] / 2;
}

kernel void halves(global const float *a, global float *b) {
  size_t i = get_global_id(0);
  // CHECK:      id="L[[#@LINE+4]]"><a {{.*}}<code>  if (a &lt; b &amp;&amp; i &gt; 2) // &quot;quoted&quot;</code>
  // CHECK:      id="L[[#@LINE+4]]"><a
  // CHECK:      <li>store to b: consecutive, one vector under a mask</li>
  // CHECK:      <details><summary>{{[0-9]+}} instruction{{s*}} in halves.entry</summary><pre>{{.*}}
  if (a < b && i > 2) // "quoted"
    b[i] = half_of(a, i);
}

kernel void gathered(global const float *a, global const int *order, global float *gathers) {
  size_t i = get_global_id(0);
  // Names say nothing of cost:
  // CHECK:      <code>  gathers[i] = {{.*}}
  // CHECK:      <li>store to gathers: consecutive, one vector</li>
  gathers[i] = half_of(a, order[i]);
}

// CHECK:      </html>

// MODULE:     <h2>kernel <code>halves</code></h2>
// MODULE:     <h2>{{.*}}page.cl</h2>
// MODULE-NOT: <code>{{ }}
// MODULE:     gathered:</span> load of a: gather
