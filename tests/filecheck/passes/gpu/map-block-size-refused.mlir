// RUN: not dlc-opt %s --gpu-map-loops="loops=i block-size=2048" 2>&1 | filecheck %s

// CHECK: error: pass 'gpu-map-loops' expects blocks of 1 to 1024 threads, but got '2048'
module {
}
