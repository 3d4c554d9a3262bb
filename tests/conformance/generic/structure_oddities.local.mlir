"builtin.module"() ({
  "o.x"() : () -> () loc("a":1:0)
}) : () -> () loc("<stdin>":0:0)

// -----
"builtin.module"() ({
  "o.x"() {a = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>} : () -> () loc("<stdin>":5:1)
}) : () -> () loc("<stdin>":3:9)

// -----
"builtin.module"() ({
  "o.x"() <[1]> : () -> () loc("<stdin>":8:1)
}) : () -> () loc("<stdin>":6:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "o.x"() : () -> () loc("<stdin>":12:3)
  }) : () -> () loc("<stdin>":11:1)
}) : () -> () loc("<stdin>":9:9)

// -----
"builtin.module"() ({
  %0 = "o.x"() : () -> tensor<4xf32> loc("<stdin>":16:1)
}) : () -> () loc("<stdin>":14:9)

// -----
"builtin.module"() ({
  %0 = "o.x"() : () -> memref<4xf32, strided<[1]>> loc("<stdin>":19:1)
}) : () -> () loc("<stdin>":17:9)

// -----
"builtin.module"() ({
  "o.k"() {"-" = 4 : i64, ".a", a = 5 : i64, a., a..b, i1 = 3 : i64, "llvm.no alias" = 1 : i64, llvm.noalias, loc = 2 : i64, true} : () -> () loc("<stdin>":22:1)
}) : () -> () loc("<stdin>":20:9)

// -----
"builtin.module"() ({
  "o.p"() <[1, "two"]> {a} : () -> () loc("<stdin>":25:1)
  "o.p"() <"string"> : () -> () loc("<stdin>":26:1)
  "o.p"() <42 : i8> : () -> () loc("<stdin>":27:1)
  "o.p"() <#a.b<c>> ({
  }) : () -> () loc("<stdin>":28:1)
  "o.p"() <dense<1> : tensor<2xi8>> : () -> () loc("<stdin>":30:1)
  "o.p"() <unit> : () -> () loc("<stdin>":31:1)
  "o.p"() <{}> : () -> () loc("<stdin>":32:1)
  "o.p"() <@a::@b> : () -> () loc("<stdin>":33:1)
  "o.p"() <i32> : () -> () loc("<stdin>":34:1)
}) : () -> () loc("<stdin>":23:9)

// -----
"builtin.module"() ({
  "o.r"() {a = dense_resource<r> : tensor<3xi64>, b = #test.e1di64_elements<blob1> : tensor<3xi64>, c = dense_resource<"needs \22quotes\22"> : tensor<1xi8>} : () -> () loc("<stdin>":37:1)
}) : () -> () loc("<stdin>":35:9)

// -----
"builtin.module"() ({
  "o.t"() {a = [1, 2, -3], b = -1 : i64, c = 31 : i64, d = 1.500000e+00 : f64, e = -1.500000e-03 : f32, f = @a, g = array<i8: 1>, h = dense<[1, -2]> : tensor<2xi8>, i = i32, j = !a.b, k = #a.b, l = "x", m = {n = 1 : i64}, o = affine_map<(d0) -> (d0)>} : () -> () loc("<stdin>":56:1)
}) : () -> () loc("<stdin>":54:9)

// -----
"builtin.module"() ({
  "o.l"() {a = loc("a":1:2)} : () -> () loc("a":1:2)
  "o.l"() {a = loc(callsite("a":1:2 at "b"))} : () -> () loc("a":1:2)
  "o.l"() ({
  ^bb0(%arg0: i32 loc(callsite("a":1:2 at "b")), %arg1: i1 loc(fused<{k = loc("a":1:2)}>["a":1:2, "c"])):
    "o.l"(%arg0, %arg1) : (i32, i1) -> () loc(fused<loc("a":1:2)>["d"])
  }) : () -> () loc("<stdin>":62:1)
}) : () -> () loc("<stdin>":57:9)

// -----
"builtin.module"() ({
  %0 = "o.n"() {a = tensor<2xf32, {b = tensor<2xf32, {c = "}>", d = #x.y<"}>", {}>}>, e = "\22>"}>} : () -> memref<2xf32, {s = "("}> loc("<stdin>":68:1)
}) : () -> () loc("<stdin>":66:9)

// -----
"builtin.module"() ({
  %0 = "o.t"() : () -> i32 loc("<stdin>":71:6)
  %1 = "o.t"() : () -> (((i32) -> i32) -> i32) loc("<stdin>":72:6)
  %2 = "o.t"() : () -> (() -> ()) loc("<stdin>":73:6)
  %3 = "o.t"(%1) : (((i32) -> i32) -> i32) -> (() -> (() -> (i32, i32))) loc("<stdin>":74:6)
}) : () -> () loc("<stdin>":69:9)

// -----
"builtin.module"() ({
  "o.d"() {a = tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<i1>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>, b = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]], c = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = 1 : i64}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}, d = #a<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>, e = () -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> ()))))))))))))))))))))))))))))))))))))))))} : () -> () loc("<stdin>":77:1)
}) : () -> () loc("<stdin>":75:9)

// -----
"builtin.module"() ({
  "o.d"() ({
    "o.d"() ({
      "o.d"() ({
        "o.d"() ({
          "o.d"() ({
            "o.d"() ({
              "o.d"() ({
                "o.d"() ({
                  "o.d"() ({
                    "o.d"() ({
                      "o.d"() ({
                        "o.d"() ({
                          "o.d"() ({
                            "o.d"() ({
                              "o.d"() ({
                                "o.d"() ({
                                  "o.d"() ({
                                    "o.d"() ({
                                      "o.d"() ({
                                        "o.d"() ({
                                          "o.d"() ({
                                            "o.d"() ({
                                              "o.d"() ({
                                                "o.d"() ({
                                                  "o.d"() ({
                                                    "o.d"() ({
                                                      "o.d"() ({
                                                        "o.d"() ({
                                                          "o.d"() ({
                                                            "o.d"() ({
                                                              "o.d"() ({
                                                                "o.d"() ({
                                                                  "o.d"() ({
                                                                    "o.d"() ({
                                                                      "o.d"() ({
                                                                        "o.d"() ({
                                                                          "o.d"() ({
                                                                            "o.d"() ({
                                                                              "o.d"() ({
                                                                                "o.d"() ({
                                                                                  "o.d"() ({
                                                                                    "o.d"() ({
                                                                                      "o.d"() ({
                                                                                        "o.d"() ({
                                                                                          "o.d"() ({
                                                                                            "o.d"() ({
                                                                                              "o.d"() ({
                                                                                                "o.d"() ({
                                                                                                  "o.d"() ({
                                                                                                    "o.d"() ({
                                                                                                      "o.d"() ({
                                                                                                        "o.d"() ({
                                                                                                          "o.d"() ({
                                                                                                            "o.d"() ({
                                                                                                              "o.d"() ({
                                                                                                                "o.d"() ({
                                                                                                                  "o.d"() ({
                                                                                                                    "o.d"() ({
                                                                                                                      "o.d"() ({
                                                                                                                        "o.d"() ({
                                                                                                                          "o.d"() ({
                                                                                                                            "o.d"() ({
                                                                                                                              "o.d"() ({
                                                                                                                                "o.d"() ({
                                                                                                                                  "o.d"() ({
                                                                                                                                    "o.d"() ({
                                                                                                                                      "o.d"() ({
                                                                                                                                        "o.d"() ({
                                                                                                                                          "o.d"() ({
                                                                                                                                            "o.d"() ({
                                                                                                                                              "o.d"() ({
                                                                                                                                                "o.d"() ({
                                                                                                                                                  "o.d"() ({
                                                                                                                                                    "o.d"() ({
                                                                                                                                                      "o.d"() ({
                                                                                                                                                        "o.d"() ({
                                                                                                                                                          "o.d"() ({
                                                                                                                                                            "o.d"() ({
                                                                                                                                                              "o.d"() ({
                                                                                                                                                                "o.d"() ({
                                                                                                                                                                  "o.d"() ({
                                                                                                                                                                    "o.d"() ({
                                                                                                                                                                      "o.d"() ({
                                                                                                                                                                        "o.d"() ({
                                                                                                                                                                          "o.d"() ({
                                                                                                                                                                            "o.d"() ({
                                                                                                                                                                              "o.d"() ({
                                                                                                                                                                                "o.d"() ({
                                                                                                                                                                                  "o.d"() ({
                                                                                                                                                                                    "o.d"() ({
                                                                                                                                                                                      "o.d"() ({
                                                                                                                                                                                        "o.d"() ({
                                                                                                                                                                                          "o.d"() ({
                                                                                                                                                                                            "o.d"() ({
                                                                                                                                                                                              "o.d"() ({
                                                                                                                                                                                                "o.d"() ({
                                                                                                                                                                                                  "o.d"() ({
                                                                                                                                                                                                    "o.d"() ({
                                                                                                                                                                                                      "o.d"() ({
                                                                                                                                                                                                        "o.d"() ({
                                                                                                                                                                                                        }) : () -> () loc("<stdin>":179:1)
                                                                                                                                                                                                      }) : () -> () loc("<stdin>":178:1)
                                                                                                                                                                                                    }) : () -> () loc("<stdin>":177:1)
                                                                                                                                                                                                  }) : () -> () loc("<stdin>":176:1)
                                                                                                                                                                                                }) : () -> () loc("<stdin>":175:1)
                                                                                                                                                                                              }) : () -> () loc("<stdin>":174:1)
                                                                                                                                                                                            }) : () -> () loc("<stdin>":173:1)
                                                                                                                                                                                          }) : () -> () loc("<stdin>":172:1)
                                                                                                                                                                                        }) : () -> () loc("<stdin>":171:1)
                                                                                                                                                                                      }) : () -> () loc("<stdin>":170:1)
                                                                                                                                                                                    }) : () -> () loc("<stdin>":169:1)
                                                                                                                                                                                  }) : () -> () loc("<stdin>":168:1)
                                                                                                                                                                                }) : () -> () loc("<stdin>":167:1)
                                                                                                                                                                              }) : () -> () loc("<stdin>":166:1)
                                                                                                                                                                            }) : () -> () loc("<stdin>":165:1)
                                                                                                                                                                          }) : () -> () loc("<stdin>":164:1)
                                                                                                                                                                        }) : () -> () loc("<stdin>":163:1)
                                                                                                                                                                      }) : () -> () loc("<stdin>":162:1)
                                                                                                                                                                    }) : () -> () loc("<stdin>":161:1)
                                                                                                                                                                  }) : () -> () loc("<stdin>":160:1)
                                                                                                                                                                }) : () -> () loc("<stdin>":159:1)
                                                                                                                                                              }) : () -> () loc("<stdin>":158:1)
                                                                                                                                                            }) : () -> () loc("<stdin>":157:1)
                                                                                                                                                          }) : () -> () loc("<stdin>":156:1)
                                                                                                                                                        }) : () -> () loc("<stdin>":155:1)
                                                                                                                                                      }) : () -> () loc("<stdin>":154:1)
                                                                                                                                                    }) : () -> () loc("<stdin>":153:1)
                                                                                                                                                  }) : () -> () loc("<stdin>":152:1)
                                                                                                                                                }) : () -> () loc("<stdin>":151:1)
                                                                                                                                              }) : () -> () loc("<stdin>":150:1)
                                                                                                                                            }) : () -> () loc("<stdin>":149:1)
                                                                                                                                          }) : () -> () loc("<stdin>":148:1)
                                                                                                                                        }) : () -> () loc("<stdin>":147:1)
                                                                                                                                      }) : () -> () loc("<stdin>":146:1)
                                                                                                                                    }) : () -> () loc("<stdin>":145:1)
                                                                                                                                  }) : () -> () loc("<stdin>":144:1)
                                                                                                                                }) : () -> () loc("<stdin>":143:1)
                                                                                                                              }) : () -> () loc("<stdin>":142:1)
                                                                                                                            }) : () -> () loc("<stdin>":141:1)
                                                                                                                          }) : () -> () loc("<stdin>":140:1)
                                                                                                                        }) : () -> () loc("<stdin>":139:1)
                                                                                                                      }) : () -> () loc("<stdin>":138:1)
                                                                                                                    }) : () -> () loc("<stdin>":137:1)
                                                                                                                  }) : () -> () loc("<stdin>":136:1)
                                                                                                                }) : () -> () loc("<stdin>":135:1)
                                                                                                              }) : () -> () loc("<stdin>":134:1)
                                                                                                            }) : () -> () loc("<stdin>":133:1)
                                                                                                          }) : () -> () loc("<stdin>":132:1)
                                                                                                        }) : () -> () loc("<stdin>":131:1)
                                                                                                      }) : () -> () loc("<stdin>":130:1)
                                                                                                    }) : () -> () loc("<stdin>":129:1)
                                                                                                  }) : () -> () loc("<stdin>":128:1)
                                                                                                }) : () -> () loc("<stdin>":127:1)
                                                                                              }) : () -> () loc("<stdin>":126:1)
                                                                                            }) : () -> () loc("<stdin>":125:1)
                                                                                          }) : () -> () loc("<stdin>":124:1)
                                                                                        }) : () -> () loc("<stdin>":123:1)
                                                                                      }) : () -> () loc("<stdin>":122:1)
                                                                                    }) : () -> () loc("<stdin>":121:1)
                                                                                  }) : () -> () loc("<stdin>":120:1)
                                                                                }) : () -> () loc("<stdin>":119:1)
                                                                              }) : () -> () loc("<stdin>":118:1)
                                                                            }) : () -> () loc("<stdin>":117:1)
                                                                          }) : () -> () loc("<stdin>":116:1)
                                                                        }) : () -> () loc("<stdin>":115:1)
                                                                      }) : () -> () loc("<stdin>":114:1)
                                                                    }) : () -> () loc("<stdin>":113:1)
                                                                  }) : () -> () loc("<stdin>":112:1)
                                                                }) : () -> () loc("<stdin>":111:1)
                                                              }) : () -> () loc("<stdin>":110:1)
                                                            }) : () -> () loc("<stdin>":109:1)
                                                          }) : () -> () loc("<stdin>":108:1)
                                                        }) : () -> () loc("<stdin>":107:1)
                                                      }) : () -> () loc("<stdin>":106:1)
                                                    }) : () -> () loc("<stdin>":105:1)
                                                  }) : () -> () loc("<stdin>":104:1)
                                                }) : () -> () loc("<stdin>":103:1)
                                              }) : () -> () loc("<stdin>":102:1)
                                            }) : () -> () loc("<stdin>":101:1)
                                          }) : () -> () loc("<stdin>":100:1)
                                        }) : () -> () loc("<stdin>":99:1)
                                      }) : () -> () loc("<stdin>":98:1)
                                    }) : () -> () loc("<stdin>":97:1)
                                  }) : () -> () loc("<stdin>":96:1)
                                }) : () -> () loc("<stdin>":95:1)
                              }) : () -> () loc("<stdin>":94:1)
                            }) : () -> () loc("<stdin>":93:1)
                          }) : () -> () loc("<stdin>":92:1)
                        }) : () -> () loc("<stdin>":91:1)
                      }) : () -> () loc("<stdin>":90:1)
                    }) : () -> () loc("<stdin>":89:1)
                  }) : () -> () loc("<stdin>":88:1)
                }) : () -> () loc("<stdin>":87:1)
              }) : () -> () loc("<stdin>":86:1)
            }) : () -> () loc("<stdin>":85:1)
          }) : () -> () loc("<stdin>":84:1)
        }) : () -> () loc("<stdin>":83:1)
      }) : () -> () loc("<stdin>":82:1)
    }) : () -> () loc("<stdin>":81:1)
  }) : () -> () loc("<stdin>":80:1)
}) : () -> () loc("<stdin>":78:9)

// -----
"builtin.module"() ({
  "o.d"() {a = #llvm.di_subprogram<recId = distinct[0]<>, isRecSelf = true>, b = distinct[1]<"x">, c = distinct[2]<"y">, d = distinct[0]<>} : () -> () loc("<stdin>":282:1)
}) : () -> () loc("<stdin>":280:9)
